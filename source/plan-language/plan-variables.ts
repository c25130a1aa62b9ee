import type {PlanFileStep} from '../../contract/plan-file.ts';
import {readStep} from './read-step.ts';

/** What a plan hands on to other tests, and which names it uses that it does not capture itself before. */
export type PlanVariables = {produces: string[]; consumes: string[]};

const used = /\bVAR_([A-Za-z_][A-Za-z0-9_]*)/g;

/**
 * The variables of a plan: a name that is captured `for other tests` is produced; a `VAR_NAME` that no
 * step before has captured is needed. `VAR_TOTAL` and a capture as TOTAL are one name.
 */
export function planVariables(steps: readonly PlanFileStep[]): PlanVariables {
	const captured = new Set<string>();
	const produces = new Set<string>();
	const consumes = new Set<string>();
	for (const step of steps) {
		const captures = capturesOf(step);
		const targets = new Set(captures.map(({name}) => name));
		for (const name of usedIn(step)) if (!captured.has(name) && !targets.has(name)) consumes.add(name);
		for (const {name, isForOtherTests} of captures) {
			captured.add(name);
			if (isForOtherTests) produces.add(name);
		}
	}
	return {produces: [...produces], consumes: [...consumes]};
}

function capturesOf(step: PlanFileStep): Array<{name: string; isForOtherTests: boolean}> {
	const read = readStep(step);
	if (!('readings' in read)) return [];
	return read.readings.flatMap(({parts}) =>
		parts.flatMap(part =>
			part.op === 'capture' ? [{name: part.name.replace(/^VAR_/, ''), isForOtherTests: part.isForOtherTests}] : [],
		),
	);
}

const usedIn = ({description, target, value}: PlanFileStep): string[] =>
	[description, target, value].flatMap(text => [...(text ?? '').matchAll(used)].map(([, name]) => name!));
