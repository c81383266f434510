//! The sequential probability ratio test (SPRT): play until one of two hypotheses about the strength is accepted.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::counts::Sample;
use super::estimate::{NORMALISED_ELO_PER_DEVIATION, score_of_elo};
use super::likelihood::Distribution;

/// The maximum distance of hypotheses from 0, in Elo. Beyond it, scores are too close to 0 or 1 for any match to tell
/// them apart.
pub const ELO_MAX: f64 = 2000.0;
/// The bound that error probabilities must stay below.
pub const ERROR_MAX: f64 = 0.5;
/// The default error probabilities.
const ERROR_DEFAULT: f64 = 0.05;

/// The kind of Elo in which hypotheses are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EloModel {
    /// Logistic Elo, as in rating lists.
    Logistic,
    /// Normalized Elo, in units of the standard deviation of a game. The length of the test then depends only on the
    /// hypotheses, not on the openings or the share of draws.
    #[default]
    Normalised,
}

impl EloModel {
    /// The model with this name; `None` if unknown.
    pub fn of_name(name: &str) -> Option<Self> {
        match name {
            "logistic" => Some(Self::Logistic),
            "normalized" | "normalised" => Some(Self::Normalised),
            _ => None,
        }
    }
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Logistic => "logistic",
            Self::Normalised => "normalized",
        })
    }
}

/// Why the parameters of a test are invalid.
#[derive(Clone, Debug, PartialEq, Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum SprtError {
    #[error("`{0}` is not of the form name=value")]
    NotAPair(String),
    #[error("unknown parameter `{0}`; expected elo0, elo1, alpha, beta or model")]
    UnknownName(String),
    #[error("{0} given more than once")]
    GivenTwice(&'static str),
    #[error("missing {0}; a sequential test needs elo0 and elo1")]
    Missing(&'static str),
    #[error("{name} is `{value}`, which is not a number")]
    NotANumber { name: &'static str, value: String },
    #[error("unknown model `{0}`; expected logistic or normalized")]
    UnknownModel(String),
    /// A hypothesis is too far from 0.
    #[error("{name} is {value}; expected a value from -{ELO_MAX} to {ELO_MAX}")]
    EloOutOfRange { name: &'static str, value: f64 },
    #[error("elo0 must be less than elo1, but they are {elo0} and {elo1}")]
    ElosOutOfOrder { elo0: f64, elo1: f64 },
    #[error("{name} is {value}; expected a value greater than 0 and less than {ERROR_MAX}")]
    ErrorOutOfRange { name: &'static str, value: f64 },
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Continue playing.
    Continue,
    /// Stop: `elo0` is accepted.
    AcceptH0,
    /// Stop: `elo1` is accepted.
    AcceptH1,
}

/// A generalized sequential probability ratio test of the hypotheses `elo0` and `elo1`. It makes no assumptions about
/// draws or openings: under each hypothesis it uses the distribution that fits the sample best.
///
/// As text, a test is `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`, with the parameters in any order. Only
/// `elo0` and `elo1` are required; the other values shown are the defaults.
///
/// ```
/// use chuhe_arena::stats::{Decision, Pentanomial, Sprt};
///
/// let sprt: Sprt = "elo0=0 elo1=10".parse()?;
/// let pairs = Pentanomial { ll: 5, ld: 100, dd: 200, wl: 50, wd: 190, ww: 30 };
/// assert_eq!(sprt.decide(sprt.llr(pairs)), Decision::AcceptH1);
/// # Ok::<(), chuhe_arena::stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

impl Sprt {
    /// A test with error probabilities `alpha` (of accepting `elo1` when `elo0` is true) and `beta` (of accepting
    /// `elo0` when `elo1` is true).
    ///
    /// # Errors
    /// If `elo0` is not less than `elo1`, either is beyond ±2000, or `alpha` or `beta` is not between 0 and 0.5.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    ) -> Result<Self, SprtError> {
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-ELO_MAX..=ELO_MAX).contains(&value) {
                return Err(SprtError::EloOutOfRange { name, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::ElosOutOfOrder { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < ERROR_MAX) {
                return Err(SprtError::ErrorOutOfRange { name, value });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// A test that ends at these values of the log-likelihood ratio, the inverse of [`Sprt::bounds`].
    ///
    /// # Errors
    /// Like [`Sprt::new`].
    pub fn of_bounds(
        (elo0, elo1): (f64, f64),
        (lower, upper): (f64, f64),
        model: EloModel,
    ) -> Result<Self, SprtError> {
        let (low, high) = (lower.exp(), upper.exp());
        let alpha = (1.0 - low) / (high - low);
        // People choose round numbers; any further digits come from the logarithms.
        Self::new(elo0, elo1, rounded(alpha), rounded(low * (1.0 - alpha)), model)
    }

    /// The hypotheses, `elo0` and `elo1`, in the Elo of [`model`](Self::model).
    pub const fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The kind of Elo in which the hypotheses are given.
    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// The values of the log-likelihood ratio at which the test ends: the lower one is negative, and the upper one is
    /// positive (Wald, 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of a sample: the logarithm of the factor by which the sample is likelier under `elo1`
    /// than under `elo0`. Always finite; 0 for an empty sample.
    pub fn llr(&self, sample: impl Into<Sample>) -> f64 {
        let sample = sample.into();
        if sample.units() == 0 {
            return 0.0;
        }
        let (distribution, units) = Distribution::of_cells(&sample.cells());
        let [loss0, loss1] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => distribution.loss_at_score(score_of_elo(elo)),
            EloModel::Normalised => {
                let per_unit = f64::from(sample.games_per_unit()).sqrt();
                distribution.loss_at_ratio(elo / NORMALISED_ELO_PER_DEVIATION * per_unit)
            }
        });
        units * (loss0 - loss1)
    }

    /// The decision at this log-likelihood ratio.
    pub fn decide(&self, llr: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Decision::AcceptH1
        } else if llr <= lower {
            Decision::AcceptH0
        } else {
            Decision::Continue
        }
    }
}

fn rounded(error: f64) -> f64 {
    (error * 1e9).round() / 1e9
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={model}")
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let (mut elo0, mut elo1, mut alpha, mut beta, mut model) = (None, None, None, None, None);
        for word in text.split_whitespace() {
            let (name, value) =
                word.split_once('=').ok_or_else(|| SprtError::NotAPair(word.to_owned()))?;
            match name {
                "elo0" => put_number("elo0", value, &mut elo0)?,
                "elo1" => put_number("elo1", value, &mut elo1)?,
                "alpha" => put_number("alpha", value, &mut alpha)?,
                "beta" => put_number("beta", value, &mut beta)?,
                "model" => {
                    let parsed = EloModel::of_name(value);
                    let parsed = parsed.ok_or_else(|| SprtError::UnknownModel(value.to_owned()))?;
                    if model.replace(parsed).is_some() {
                        return Err(SprtError::GivenTwice("model"));
                    }
                }
                _ => return Err(SprtError::UnknownName(name.to_owned())),
            }
        }
        Self::new(
            elo0.ok_or(SprtError::Missing("elo0"))?,
            elo1.ok_or(SprtError::Missing("elo1"))?,
            alpha.unwrap_or(ERROR_DEFAULT),
            beta.unwrap_or(ERROR_DEFAULT),
            model.unwrap_or_default(),
        )
    }
}

fn put_number(name: &'static str, value: &str, place: &mut Option<f64>) -> Result<(), SprtError> {
    let number =
        value.parse().map_err(|_| SprtError::NotANumber { name, value: value.to_owned() })?;
    if place.replace(number).is_some() {
        return Err(SprtError::GivenTwice(name));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::counts::{Pentanomial, Tally};
    use super::*;

    fn message(text: &str) -> String {
        text.parse::<Sprt>().unwrap_err().to_string()
    }

    #[test]
    fn text_goes_both_ways() {
        let text = "elo0=-1.5 elo1=3 alpha=0.01 beta=0.1 model=logistic";
        let sprt: Sprt = text.parse().unwrap();
        assert_eq!(sprt, Sprt::new(-1.5, 3.0, 0.01, 0.1, EloModel::Logistic).unwrap());
        assert_eq!(sprt.to_string(), text);
        let short: Sprt = "elo1=5  elo0=0".parse().unwrap();
        assert_eq!(short.to_string(), "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized");
        assert_eq!("model=normalised elo1=5 elo0=0".parse(), Ok(short));
    }

    #[test]
    fn errors_name_the_cause() {
        for (text, expected) in [
            ("", "missing elo0; a sequential test needs elo0 and elo1"),
            ("elo0=1", "missing elo1; a sequential test needs elo0 and elo1"),
            ("elo0 0", "`elo0` is not of the form name=value"),
            (
                "elo0=0 elo2=1",
                "unknown parameter `elo2`; expected elo0, elo1, alpha, beta or model",
            ),
            ("elo0=0 elo0=1", "elo0 given more than once"),
            ("model=logistic model=logistic", "model given more than once"),
            ("elo0=0 elo1=many", "elo1 is `many`, which is not a number"),
            (
                "elo0=0 elo1=5 model=bayesian",
                "unknown model `bayesian`; expected logistic or normalized",
            ),
            ("elo0=0 elo1=2001", "elo1 is 2001; expected a value from -2000 to 2000"),
            ("elo0=NaN elo1=5", "elo0 is NaN; expected a value from -2000 to 2000"),
            ("elo0=5 elo1=5", "elo0 must be less than elo1, but they are 5 and 5"),
            (
                "elo0=0 elo1=5 alpha=0",
                "alpha is 0; expected a value greater than 0 and less than 0.5",
            ),
            (
                "elo0=0 elo1=5 beta=0.5",
                "beta is 0.5; expected a value greater than 0 and less than 0.5",
            ),
            (
                "elo0=0 elo1=5 beta=NaN",
                "beta is NaN; expected a value greater than 0 and less than 0.5",
            ),
        ] {
            assert_eq!(message(text), expected, "{text}");
        }
    }

    #[test]
    fn bounds_end_the_test() {
        let sprt: Sprt = "elo0=0 elo1=5 alpha=0.05 beta=0.1".parse().unwrap();
        // fishtest and OpenBench print (-2.25, 2.89) for these error probabilities.
        let (lower, upper) = sprt.bounds();
        assert!((lower - -2.25).abs() < 0.005 && (upper - 2.89).abs() < 0.005);
        assert_eq!(sprt.decide(lower), Decision::AcceptH0);
        assert_eq!(sprt.decide(upper), Decision::AcceptH1);
        assert_eq!(sprt.decide(lower + 1e-9), Decision::Continue);
        assert_eq!(sprt.decide(upper - 1e-9), Decision::Continue);
        let (hypotheses, model) = (sprt.hypotheses(), sprt.model());
        assert_eq!(Sprt::of_bounds(hypotheses, sprt.bounds(), model), Ok(sprt));
        for bounds in [(0.0, 0.0), (1.0, 2.0), (f64::NAN, 1.0), (-1e9, 1e9)] {
            assert!(Sprt::of_bounds(hypotheses, bounds, model).is_err(), "{bounds:?}");
        }
    }

    #[test]
    fn one_result_only_does_not_end_in_nonsense() {
        // fastchess #877 and #879: if every pair is lost, it hangs or computes NaN.
        let lost = |ll| Pentanomial { ll, ..Pentanomial::default() };
        let weak: Sprt = "elo0=-1500 elo1=-500".parse().unwrap();
        assert!(weak.llr(Pentanomial::default()).abs() < f64::EPSILON);
        assert_eq!(weak.decide(weak.llr(lost(1))), Decision::Continue);
        assert_eq!(weak.decide(weak.llr(lost(1000))), Decision::AcceptH0);
        let strong: Sprt = "elo0=0 elo1=5 model=logistic".parse().unwrap();
        assert_eq!(strong.decide(strong.llr(lost(1000))), Decision::AcceptH0);
        assert_eq!(strong.decide(strong.llr(-lost(1000))), Decision::AcceptH1);
        // Draws alone favour the hypothesis nearer to 0.
        assert!(strong.llr(Tally { draws: 100, ..Tally::default() }) < 0.0);
    }

    #[test]
    fn the_middle_speaks_for_neither() {
        for model in [EloModel::Logistic, EloModel::Normalised] {
            let sprt = Sprt::new(-7.0, 7.0, 0.05, 0.05, model).unwrap();
            let level = Pentanomial { ll: 3, ld: 20, dd: 30, wl: 11, wd: 20, ww: 3 };
            assert!(sprt.llr(level).abs() < 1e-9);
        }
    }
}
