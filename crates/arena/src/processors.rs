//! The choice of processors to which a match's games are bound.

use super::process;

/// Why a list of processors cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum ProcessorsError {
    #[error("cannot list the processors of this system")]
    Unknown(#[from] std::io::Error),
    #[error("expected a list of processors, such as 0,2,4-7")]
    NoList,
    #[error("no processor {missing}; available: {available:?}")]
    Missing { missing: usize, available: Vec<usize> },
    #[error("{games} games at a time need {games} processors; available: {processors}")]
    TooFew { games: usize, processors: usize },
}

/// Chooses processors for `games` games at a time from a list such as `0,2,4-7`, or from `all`.
///
/// # Errors
/// If the list is invalid, names unavailable processors or is too short, and on systems other than Linux.
pub fn choose_processors(list: &str, games: usize) -> Result<Vec<usize>, ProcessorsError> {
    let available = process::processors()?;
    let chosen = if list == "all" {
        available
    } else {
        let wanted = parse(list).ok_or(ProcessorsError::NoList)?;
        if let Some(&missing) = wanted.iter().find(|wanted| !available.contains(wanted)) {
            return Err(ProcessorsError::Missing { missing, available });
        }
        wanted
    };
    if chosen.len() < games {
        return Err(ProcessorsError::TooFew { games, processors: chosen.len() });
    }
    Ok(chosen)
}

fn parse(list: &str) -> Option<Vec<usize>> {
    let mut processors = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        if first > last || last >= 1024 {
            return None;
        }
        processors.extend(first..=last);
    }
    Some(processors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors() {
        assert_eq!(parse("0"), Some(vec![0]));
        assert_eq!(parse("3,5,7-9"), Some(vec![3, 5, 7, 8, 9]));
        for bad in ["", "x", "3-", "5-3", "0,,1", "2000"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
