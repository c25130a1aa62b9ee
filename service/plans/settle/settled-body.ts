import {inside} from '../code/references.ts';
import type {Step, Value, Values} from '../recipe.ts';
import {sentRecord} from '../templates/expect-record.ts';

/** What is kept of a body that works: which fields are sent, and the values that are others than planned. */
export type SettledBody = {settledFields: string[]; settledValues: Values};

/** What other tests give stays theirs. */
const isFed = (value: Value): boolean => inside(value).some(({is}) => is === 'variable' || is === 'step');

/** @param fields of the record that was accepted in the place of the one that a step sends */
export function settledOf(step: Step, fields: Values): SettledBody {
	const planned = sentRecord(step.call.body).fields;
	const changed = Object.entries(fields).filter(
		([name, value]) => JSON.stringify(planned[name]) !== JSON.stringify(value) && !isFed(value),
	);
	return {settledFields: Object.keys(fields), settledValues: Object.fromEntries(changed)};
}
