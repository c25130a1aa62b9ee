import {headerOf} from '../code/access.ts';
import {stepsOf} from '../code/draft.ts';
import {readPointer, type Segment, startsWith} from '../code/pointer.ts';
import {activeAsserts, sentValue, valuesIn} from '../code/references.ts';
import type {Recipe, Step} from '../recipe.ts';
import {segmentsOf} from './answer-places.ts';

/** Headers of an answer that something else reads. */
export function headersRead(recipe: Recipe, step: Step): string[] {
	const names = step.captures.flatMap(({from}) => (from.in === 'header' ? [from.pointer] : []));
	for (const other of stepsOf(recipe))
		for (const value of valuesIn(other))
			if (value.is === 'step' && value.step === step.id)
				names.push(...(headerOf(value.pointer) === null ? [] : [headerOf(value.pointer)!]));
	return [...new Set(names)];
}

/** Places of an answer that something else reads, also where it reads them of a later answer that has to be the same. */
export function placesRead(recipe: Recipe, step: Step): Segment[][] {
	const places: Segment[][] = [];
	for (const {from} of step.captures)
		if (from.in === 'body' && sentValue(step, from) === null) places.push(readPointer(from.pointer));
	for (const other of stepsOf(recipe)) {
		for (const value of valuesIn(other))
			if (value.is === 'step' && value.step === step.id) places.push(segmentsOf(value.pointer));
		for (const {check} of activeAsserts(other)) {
			if (check.type !== 'sameAs' || check.step !== step.id || other === step) continue;
			const [own, first] = [readPointer(check.pointer), readPointer(check.other)];
			for (const place of placesRead(recipe, other))
				if (startsWith(place, own) && !check.except.includes(String(place[own.length])))
					places.push([...first, ...place.slice(own.length)]);
		}
	}
	return places.filter(([first]) => first !== undefined && !String(first).startsWith('header:'));
}

/** Places of records that later answers are compared with, field by field. */
export const recordsRead = (recipe: Recipe, step: Step): Segment[][] =>
	stepsOf(recipe)
		.flatMap(activeAsserts)
		.flatMap(({check}) =>
			check.type === 'sameAs' && check.step === step.id && check.other !== '$' ? [readPointer(check.other)] : [],
		)
		.filter(([first]) => !String(first).startsWith('header:'));
