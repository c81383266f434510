//! The loops without vector instructions. The other versions are tested against this one.

use super::{ACTIVATION_ONE, InputChanges, Row, Side};

pub(super) fn update(from: &Row, to: &mut Row, weights: &[Row], changes: InputChanges<'_>) {
    *to = *from;
    for &input in changes.added {
        let row = &weights[usize::from(input)];
        to.0.iter_mut().zip(&row.0).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
    }
    for &input in changes.removed {
        let row = &weights[usize::from(input)];
        to.0.iter_mut().zip(&row.0).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
    }
}

pub(super) fn output(sides: [Side<'_>; 2], inputs: &[Row], weights: &[Row; 2]) -> i32 {
    let mut sum = 0;
    for (Side { neurons: from, more }, weights) in sides.into_iter().zip(weights) {
        let mut neurons = Row::ZERO;
        update(from, &mut neurons, inputs, InputChanges { added: more, removed: &[] });
        for (&neuron, &weight) in neurons.0.iter().zip(&weights.0) {
            let active = i32::from(neuron).clamp(0, ACTIVATION_ONE);
            sum += active * active * i32::from(weight);
        }
    }
    sum
}
