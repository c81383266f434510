//! Checks that settings are in range.

use super::{TrainingError, TrainingSettings};

/// The maximum number of passes over all positions.
const EPOCHS_MAX: u32 = 10_000;
/// The maximum scale that a network file can store.
const SCALE_MAX: f32 = 2000.0;
/// The maximum number of games in each hundred that may be held out.
const HELD_OUT_MAX: u64 = 90;

impl TrainingSettings {
    /// Rejects settings with which training is impossible.
    ///
    /// ```
    /// use chuhe_lab::train::TrainingSettings;
    ///
    /// assert!(TrainingSettings::default().check().is_ok());
    /// let error = TrainingSettings { held_out: 100, ..Default::default() }.check().unwrap_err();
    /// assert_eq!(error.to_string(), "held_out is 100; expected 1 to 90");
    /// ```
    ///
    /// # Errors
    /// If a setting is out of its range; the error is about the first such setting.
    pub fn check(&self) -> Result<(), TrainingError> {
        // Converting through text turns an f32 that was written as 0.1 into the f64 0.1.
        let tiny = real(f32::MIN_POSITIVE);
        for (key, found, least, most) in [
            ("epochs", f64::from(self.epochs), 1.0, f64::from(EPOCHS_MAX)),
            ("rate", real(self.rate), tiny, 1.0),
            ("rate_end", real(self.rate_end), 0.0, 1.0),
            ("weight_decay", real(self.weight_decay), 0.0, 10.0),
            ("result_share", real(self.result_share), 0.0, 1.0),
            ("td_lambda", real(self.td_lambda), 0.0, 1.0),
            ("scale", real(self.scale), 1.0, real(SCALE_MAX)),
            ("held_out", self.held_out as f64, 1.0, HELD_OUT_MAX as f64),
            ("filter.score_max", f64::from(self.filter.score_max), 1.0, f64::from(i16::MAX)),
        ] {
            // NaN lies in no range.
            if !(least..=most).contains(&found) {
                return Err(TrainingError::Setting { key, found, least, most });
            }
        }
        Ok(())
    }
}

fn real(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_refused_by_name() {
        let refused = |settings: TrainingSettings| match settings.check() {
            Err(TrainingError::Setting { key, .. }) => key,
            other => panic!("{other:?}"),
        };
        let usual = TrainingSettings::default;
        assert_eq!(refused(TrainingSettings { epochs: 0, ..usual() }), "epochs");
        assert_eq!(refused(TrainingSettings { rate: 0.0, ..usual() }), "rate");
        assert_eq!(refused(TrainingSettings { rate_end: -0.1, ..usual() }), "rate_end");
        assert_eq!(refused(TrainingSettings { weight_decay: f32::NAN, ..usual() }), "weight_decay");
        assert_eq!(refused(TrainingSettings { result_share: 1.1, ..usual() }), "result_share");
        assert_eq!(refused(TrainingSettings { td_lambda: 1.5, ..usual() }), "td_lambda");
        assert_eq!(refused(TrainingSettings { scale: 1e9, ..usual() }), "scale");
        assert_eq!(refused(TrainingSettings { held_out: 0, ..usual() }), "held_out");
        let mut settings = usual();
        settings.filter.score_max = 0;
        assert_eq!(refused(settings), "filter.score_max");
    }
}
