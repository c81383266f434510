//! Plots the errors of a training run.

use std::fmt;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::EpochLoss;

/// A label in the plot. `Display` is the English text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotLabel {
    /// The horizontal axis.
    Epochs,
    /// The vertical axis.
    Error,
    /// The curve of the training positions.
    Learnt,
    /// The curve of the held-out positions.
    HeldOut,
    /// The horizontal line of the hand-crafted evaluation.
    HandCrafted,
}

impl fmt::Display for PlotLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Epochs => "passes over all positions",
            Self::Error => "mean squared error",
            Self::Learnt => "training positions",
            Self::HeldOut => "held-out positions",
            Self::HandCrafted => "hand-crafted evaluation, held out",
        })
    }
}

/// The size of the plot, in pixels.
const SIZE: (u32, u32) = (800, 480);
/// The share of the height left free above and below the curves.
const MARGIN: f64 = 0.08;

/// Returns an SVG plot of the errors by pass: a curve for the training positions, a curve for the held-out positions,
/// and a horizontal line for the hand-crafted evaluation on the held-out positions. `name` returns the text of a label.
///
/// ```
/// use chuhe_lab::train::{EpochLoss, loss_picture};
///
/// let loss = |epoch, error| EpochLoss { epoch, error, held_out_error: error + 0.001 };
/// let svg = loss_picture(&[loss(1, 0.0171), loss(2, 0.0163)], 0.0168, |label| label.to_string());
/// assert!(svg.starts_with("<svg") && svg.contains("<polyline"));
/// ```
///
/// # Panics
/// Never: writing to a string cannot fail.
pub fn loss_picture(
    losses: &[EpochLoss],
    hand_crafted_error: f64,
    name: impl Fn(PlotLabel) -> String,
) -> String {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    draw(&area, losses, hand_crafted_error, &name).expect("drawing to a string cannot fail");
    drop(area);
    svg
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type DrawingError<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

fn draw<'a>(
    area: &Area<'a>,
    losses: &[EpochLoss],
    hand_crafted_error: f64,
    name: &dyn Fn(PlotLabel) -> String,
) -> Result<(), DrawingError<'a>> {
    let errors = losses.iter().flat_map(|loss| [loss.error, loss.held_out_error]);
    let (least, most) = errors
        .chain([hand_crafted_error])
        .filter(|error| error.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), error| {
            (least.min(error), most.max(error))
        });
    let margin = ((most - least) * MARGIN).max(1e-9);
    let last = losses.len().max(2) as f64;
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(area)
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(1.0..last, least - margin..most + margin)?;
    chart
        .configure_mesh()
        .x_labels(losses.len().clamp(2, 12))
        .x_label_formatter(&|epoch| format!("{epoch:.0}"))
        .y_label_formatter(&|error| format!("{error:.5}"))
        .x_desc(name(PlotLabel::Epochs))
        .y_desc(name(PlotLabel::Error))
        .light_line_style(WHITE)
        .bold_line_style(BLACK.mix(0.12))
        .label_style(("sans-serif", 13))
        .axis_desc_style(("sans-serif", 15))
        .draw()?;
    let (training, held_out): (Vec<_>, Vec<_>) = losses
        .iter()
        .map(|loss| {
            let epoch = f64::from(loss.epoch);
            ((epoch, loss.error), (epoch, loss.held_out_error))
        })
        .unzip();
    let level = vec![(1.0, hand_crafted_error), (last, hand_crafted_error)];
    for (points, colour, label) in [
        (training, RGBColor(230, 126, 34), PlotLabel::Learnt),
        (held_out, RGBColor(31, 119, 180), PlotLabel::HeldOut),
        (level, RGBColor(110, 110, 110), PlotLabel::HandCrafted),
    ] {
        let style = colour.stroke_width(2);
        chart
            .draw_series(LineSeries::new(points, style).point_size(2))?
            .label(name(label))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .label_font(("sans-serif", 14))
        .draw()?;
    area.present()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_curve_has_its_points_and_its_name() {
        let loss = |epoch, error| EpochLoss { epoch, error, held_out_error: error + 0.002 };
        for losses in
            [vec![], vec![loss(1, 0.02)], vec![loss(1, 0.02), loss(2, 0.015), loss(3, 0.014)]]
        {
            let svg = loss_picture(&losses, 0.0168, |label| label.to_string());
            let tree = roxmltree::Document::parse(&svg).unwrap();
            let curves: Vec<usize> = tree
                .descendants()
                .filter(|node| node.has_tag_name("polyline"))
                .filter(|node| node.attribute("stroke-width") == Some("2"))
                .filter_map(|node| node.attribute("points"))
                .map(|points| points.split_whitespace().count())
                .collect();
            let full = curves.iter().filter(|points| **points == losses.len()).count();
            assert!(losses.len() < 3 || full >= 2, "{curves:?}");
            for name in ["training positions", "held out", "hand-crafted", "passes"] {
                assert!(svg.contains(name), "{name} in {svg}");
            }
        }
    }

    #[test]
    fn non_numbers_are_harmless() {
        let loss = EpochLoss { epoch: 1, error: f64::NAN, held_out_error: f64::INFINITY };
        assert!(loss_picture(&[loss, loss], 0.01, |label| label.to_string()).contains("</svg>"));
    }
}
