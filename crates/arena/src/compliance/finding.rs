//! What the checks expect of an engine, and what they observe.

use std::fmt;
use std::time::Duration;

use chuhe_engine::types::Score;

use crate::phrases::phrases;
use crate::process::ExitReport;

phrases! {
    /// What an engine should have done.
    pub enum Expectation {
        Words(words: String) => "{words}";

        AnswerTo(line: String) => "an answer to {line}";
        Reads(line: String) => "an engine that reads {line:?}";
        LegalIn(fen: String) => "a legal move in {fen}";
        OneAnswer => "one answer to one go";
        Search => "a search";

        Silence => "silence before the greeting";
        QuietStderr => "nothing on stderr, which hosts merge into the conversation or never read";
        GreetingSoon => "the end of the greeting within 1 s";
        IdLine => "a line \"id name ..\"";
        GreetingLines => "nothing but id and option lines in the greeting";
        OptionType => "an option with a name and a known type";
        OptionOnce => "no option twice";
        OptionFormUci => "\"option name NAME type ..\" in UCI";
        OptionFormUcci => "\"option NAME type ..\" in UCCI, without \"name\"";
        OptionOneWord => "a name of one word in UCCI";
        DefaultTruth => "a default of true or false";
        DefaultInRange => "a default between min and max";
        DefaultNumbers => "numbers for default, min and max";
        Default => "a default";
        DefaultVar => "a default that is one of the vars";
        DefaultEmpty => "\"default <empty>\" for an empty default, without which parsers break";
        BackRank => "a legal move from the back rank, in either numbering";
        RanksOfUcci => "ranks 0 to 9 in UCCI";
        RanksAsSet => "ranks 1 to 10, as set by coord=1";

        OptionTaken(line: String) => "{line:?} accepted silently";
        PassOver => "silence about unknown lines";
        NewGame => "support for the start of a new game";
        MatingMove(mv: String) => "the mating move {mv}";

        UcciMateScore => "a score that no evaluation reaches, such as 30000 or 10000 less the plies to mate";
        NotBanned => "a move other than the banned one";
        BanLifted => "the mate: a new position lifts the ban";
        AllBanned => "nobestmove, with all moves banned";
        OnlySearched => "the only move listed in searchmoves";
        NoResignation => "no resignation in an even position";
        NoDrawOffer => "no unsolicited offer of a draw";

        Depth(depth: u32) => "no iteration beyond depth {depth}";
        Nodes(nodes: u64) => "about {nodes} node{}", plural(*nodes);
        MoveWithin(ms: u128) => "a move within {ms} ms";
        MoveWithinAll(ms: u128) => "a move within {ms} ms, all the time it has";
        CountsSeconds => "a search of a second after \"usemillisec false\"";
        NoUsemillisec => "the option usemillisec, or times read as seconds, which hosts then send";
        WithinSecond => "a move within the second it has";
        CountsMillis => "a move within 200 ms after \"usemillisec true\"";

        ReadySoon => "readyok within 1 s";
        StopSoon => "an answer within 200 ms of stop";
        ThinksOn => "no answer before stop";
        ReadyThinking => "readyok while it thinks";
        ReadyThinkingSoon => "readyok within 200 ms while it thinks";
        FirstAnswer => "the answer to the search that was stopped";
        SecondAnswer => "the answer to the second search";
        TwoAnswers => "two answers to two searches";
        Unasked => "no unrequested answer";
        IdleNobestmove => "nobestmove, because some hosts wait for it";

        DepthsGrow => "depths that never decrease";
        NodesGrow => "node counts that never decrease";
        TimesGrow => "times that never decrease";
        SomeScores => "lines with depth and score";
        SomeNodes => "a node count in at least one line";
        InfoOnly => "nothing but info lines during a search";
        ShortLines => "lines of 1000 bytes at most, for hosts with fixed buffers";
        NoDrawWord => "no \"draw\" or \"resign\" outside bestmove, since hosts search for the words";
        BareInfo => "no info line without content";
        KeyOnce => "no key twice in a line";
        ScoreOfUci => "\"score cp N\" or \"score mate N\" in UCI";
        ScoreOfUcci => "a bare number for a score in UCCI";
        LegalFor(word: String, fen: String) => "a legal move for {word} in {fen}";
        FirstOfLine => "the first move of its last line of play";
        SomeLine => "a line of play";
        LegalReply(fen: String) => "a reply that is legal in {fen}";
        OnceMore(outcome: SearchOutcome) => "{outcome} again";

        PondersOn => "no answer before ponderhit or stop";
        MoveAfterHit => "a move after ponderhit";
        MoveWithinHit(ms: u64) => "a move within the {ms} ms it has from ponderhit on";
        Idle => "no processor time used while idle";
        EndAfterQuit => "an exit after quit";
        EndSoon => "an exit within 500 ms of quit";
        Bye => "bye as the last line";
        ExitStatus => "exit status 0";
        EndOfInputThinking => "an exit within 500 ms of the end of its input while it thinks";
        EndOfInputIdle => "an exit within 500 ms of the end of its input while it is idle";
    }
}

phrases! {
    /// What an engine did instead, or what a check measured.
    pub enum Observation {
        Words(words: String) => "{words}";

        Nothing => "nothing";
        Missing => "none";
        NothingWithin(ms: u128) => "none within {ms} ms";
        Ended(how: ExitReport) => "the engine ended: {how}";
        NoGreeting => "the engine does not answer its greeting";
        Time(ms: u128) => "{ms} ms";
        After(ms: u128) => "after {ms} ms";
        Of(ms: u128, all: u128) => "{ms} ms of {all} ms";
        UsedOf(ms: u128, all: u128) => "{ms} ms of {all} ms used";
        AfterTries(ms: u128, tries: usize) => "after {ms} ms, the best of {tries} tries";
        OfSecond(ms: u128) => "{ms} ms of a second";
        MoveAfter(ms: u128) => "a move after {ms} ms";
        StopTime(ms: u128) => "stop: {ms} ms";

        Banner => "a banner, which confuses strict hosts";
        Options(count: usize) => "{count} option{}", if *count == 1 { "" } else { "s" };
        RanksFromZero => "ranks 0 to 9";
        RanksFromOne => "ranks 1 to 10";
        RanksAndVariant(ranks: Box<Self>) => "{ranks}, with UCI_Variant set to xiangqi";
        SayCoord => "say coord=1 in a match";
        Set(count: usize) => "{count} set";
        NoScore => "no score";
        Depth(depth: u32) => "depth {depth}";
        Nodes(nodes: u64) => "{nodes} node{}", plural(*nodes);
        NodesTold(nodes: u64, all: u64) => "{nodes} of {all} node{} reported", plural(*all);
        AtOnce => "it moves at once regardless of the time";
        Told(count: usize) => "{count} reported";
        Outcome(outcome: SearchOutcome) => "{outcome}";
        NoPonder => "it does not offer to ponder";
        Untold => "unknown on this system";
        StillRuns => "it still runs";
        ClosedButRuns => "it closed its output but still runs";
        OutlivesHost => "it still runs, as it would when its host dies";
    }
}

phrases! {
    /// A line of a conversation: the time in milliseconds since the start of the process, then `>` (to the engine), `<`
    /// (from it) or `!` (its stderr), then the text.
    pub enum DialogueLine {
        Said(at: u128, direction: char, text: String) => "{at:>6} {direction} {text}";
        EndOfInput(at: u128) => "{at:>6} > (end of input)";
        LeftOut(count: usize) => "         ({} left out)", lines(*count);
    }
}

const fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn lines(count: usize) -> String {
    if count == 1 { "one line".to_owned() } else { format!("{count} lines") }
}

/// The result of a search, as far as the engine reported it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOutcome {
    /// The move.
    pub mv: Option<String>,
    /// The score.
    pub score: Option<Score>,
    /// The number of nodes.
    pub nodes: Option<u64>,
}

impl fmt::Display for SearchOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mv.as_deref().unwrap_or("no move"))?;
        if let Some(score) = self.score {
            write!(f, ", {score:?}")?;
        }
        self.nodes.map_or(Ok(()), |nodes| write!(f, ", {nodes} node{}", plural(nodes)))
    }
}

impl From<&str> for Expectation {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

impl From<String> for Observation {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<Duration> for Observation {
    fn from(time: Duration) -> Self {
        Self::Time(time.as_millis())
    }
}

impl From<&String> for Observation {
    fn from(words: &String) -> Self {
        Self::Words(words.clone())
    }
}
