//! The value of a stone on a point, from the shapes that it makes in the four directions: a table of all combinations.

use std::sync::OnceLock;

use crate::patterns::Shape;

/// The threat that a stone would make, from the weakest to the strongest up to `Five`, followed by the fouls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(crate) enum Threat {
    None,
    /// An open three.
    Three,
    /// Two or more open threes at once.
    DoubleThree,
    /// A four that one stone can block.
    Four,
    /// A four that one stone can block, and an open three.
    FourThree,
    /// A four that one stone cannot block.
    OpenFour,
    /// Five in a row, which wins.
    Five,
    /// Two open threes by Black in renju: a foul if both can become straight fours.
    MaybeFoul,
    /// An overline or two fours by Black in renju.
    Foul,
}

impl Threat {
    pub(crate) const COUNT: usize = 9;

    /// Whether the threat is a four, which forces a reply, but not a foul.
    pub(crate) const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::FourThree | Self::OpenFour)
    }
}

/// The properties of a combination of shapes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    pub(crate) threat: Threat,
    /// The value of the free point for the side to move and for the other side, in units of the evaluation.
    pub(crate) values: [i16; 2],
    /// The move-ordering value.
    pub(crate) order: i16,
}

/// The contribution of each shape to the value of a point, for the side to move and for the other side, in the order of
/// [`Shape::ALL`]. README.md describes how they were fitted.
const VALUES: [[i16; 12]; 2] =
    [[0, 0, 0, 2, 11, 18, 38, 51, 102, 102, 100, 0], [0, 0, 0, 2, 8, 16, 13, 30, 60, 60, 100, 0]];
/// The contribution of each threat, in the order of [`Threat`].
const THREAT_VALUES: [[i16; Threat::COUNT]; 2] =
    [[0, 0, 82, 46, 600, 600, 600, 0, 0], [0, 0, 58, 67, 185, 188, 200, 0, 0]];
/// The bonus for an open three together with an open two, because the threats continue.
const THREE_AND_TWO_VALUES: [i16; 2] = [40, 30];
/// The bonus for two closed threes at once, because they prepare two fours.
const DOUBLE_CLOSED_THREE_VALUES: [i16; 2] = [24, 3];
/// The move-ordering values of shapes.
const ORDERS: [i16; 12] = [0, 1, 3, 6, 16, 14, 60, 50, 300, 300, 900, 0];
const THREAT_ORDERS: [i16; Threat::COUNT] = [0, 0, 200, 0, 500, 900, 9000, -30, -60];

fn threat(shapes: [Shape; 4], has_fouls: bool) -> Threat {
    let count = |wanted: &[Shape]| shapes.iter().filter(|shape| wanted.contains(shape)).count();
    let fours = count(&[Shape::Four, Shape::OpenFour]) + 2 * count(&[Shape::DoubleFour]);
    let threes = count(&[Shape::OpenThree]);
    if count(&[Shape::Five]) > 0 {
        Threat::Five
    } else if has_fouls && (count(&[Shape::Overline]) > 0 || fours >= 2) {
        Threat::Foul
    } else if has_fouls && threes >= 2 {
        Threat::MaybeFoul
    } else if fours >= 2 || count(&[Shape::OpenFour]) > 0 {
        Threat::OpenFour
    } else if fours == 1 && threes > 0 {
        Threat::FourThree
    } else if fours == 1 {
        Threat::Four
    } else if threes >= 2 {
        Threat::DoubleThree
    } else if threes == 1 {
        Threat::Three
    } else {
        Threat::None
    }
}

fn worth(shapes: [Shape; 4], has_fouls: bool) -> Worth {
    let threat = threat(shapes, has_fouls);
    if threat == Threat::Foul {
        // A point that is forbidden to Black has no value for Black.
        return Worth { threat, values: [0; 2], order: -200 };
    }
    let sum = |numbers: [i16; 12]| shapes.iter().map(|shape| numbers[*shape as usize]).sum::<i16>();
    let count = |wanted| shapes.iter().filter(|shape| **shape == wanted).count();
    let bonus = |role: usize| match threat {
        Threat::Three if count(Shape::OpenTwo) > 0 => THREE_AND_TWO_VALUES[role],
        Threat::None if count(Shape::ClosedThree) >= 2 => DOUBLE_CLOSED_THREE_VALUES[role],
        _ => 0,
    };
    let value =
        |role: usize| sum(VALUES[role]) + THREAT_VALUES[role][threat as usize] + bonus(role);
    let order = sum(ORDERS) + THREAT_ORDERS[threat as usize];
    Worth { threat, values: [value(0), value(1)], order }
}

/// The values of all combinations of four shapes, four bits each, with or without fouls.
pub(crate) fn table(has_fouls: bool) -> &'static [Worth] {
    static TABLES: [OnceLock<Box<[Worth]>>; 2] = [const { OnceLock::new() }; 2];
    TABLES[usize::from(has_fouls)].get_or_init(|| {
        let all = 0..=u16::MAX;
        all.map(|packed| {
            // Indices that contain an undefined shape do not occur.
            let shapes = [0, 4, 8, 12].map(|shift| (packed >> shift & 15).min(11) as u8);
            worth(shapes.map(Shape::from_bits), has_fouls)
        })
        .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_of_combined_shapes() {
        use Shape::{Dead, DoubleFour, Five, Four, OpenFour, OpenThree, OpenTwo, Overline};
        for (shapes, [free, black]) in [
            ([Dead, OpenTwo, Dead, Dead], [Threat::None, Threat::None]),
            ([Dead, OpenThree, Dead, OpenTwo], [Threat::Three, Threat::Three]),
            ([Dead, OpenThree, Dead, OpenThree], [Threat::DoubleThree, Threat::MaybeFoul]),
            ([Four, OpenThree, Dead, OpenThree], [Threat::FourThree, Threat::MaybeFoul]),
            ([Four, OpenThree, Dead, Dead], [Threat::FourThree, Threat::FourThree]),
            ([Four, Dead, Four, Dead], [Threat::OpenFour, Threat::Foul]),
            ([DoubleFour, Dead, Dead, Dead], [Threat::OpenFour, Threat::Foul]),
            ([OpenFour, OpenThree, Dead, Dead], [Threat::OpenFour, Threat::OpenFour]),
            ([Overline, Dead, Dead, Dead], [Threat::None, Threat::Foul]),
            ([Overline, Five, Dead, Dead], [Threat::Five, Threat::Five]),
        ] {
            assert_eq!([threat(shapes, false), threat(shapes, true)], [free, black], "{shapes:?}");
        }
    }
}
