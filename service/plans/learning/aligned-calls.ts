import {createHash} from 'node:crypto';
import {endpointAt} from '../../domain/endpoint-at.ts';
import {pagesOf} from '../code/pages.ts';
import {walkOf} from '../code/walk.ts';
import {calledPath, type Recipe, type Step} from '../recipe.ts';

/** A recorded call as far as it says which step has made it. */
export type RecordedAt = {seq: number; method: string; url: string};

/**
 * The calls of a run by the step of its recipe that has made them. A step whose number of calls is not known takes them
 * as long as they fit; what comes after a call that fits no step is left out.
 */
export function alignCalls<Call extends RecordedAt>(recipe: Recipe, calls: readonly Call[]): Map<string, Call[]> {
	const aligned = new Map<string, Call[]>();
	const steps = [...recipe.steps, ...recipe.teardown];
	let next = 0;
	for (const [place, step] of steps.entries()) {
		const own: Call[] = [];
		const most = callsOf(step);
		while (next < calls.length && own.length < (most ?? calls.length) && fits(step, calls[next]!))
			own.push(calls[next++]!);
		if (own.length === 0) break;
		aligned.set(step.id, own);
		// Whose call comes next cannot be told.
		const following = steps[place + 1];
		if (most === null && following && isSame(step, following)) break;
	}
	return aligned;
}

/** How often a step calls; null: as often as it takes. */
export function callsOf(step: Step): number | null {
	if (step.repeat !== null || pagesOf(step) !== null || walkOf(step) !== null) return null;
	return Math.max(1, step.cases.length);
}

const isSame = (one: Step, other: Step): boolean =>
	one.call.operation.method === other.call.operation.method && one.call.operation.path === other.call.operation.path;

function fits({call: {operation}, cases}: Step, {method, url}: RecordedAt): boolean {
	if (method.toUpperCase() !== operation.method) return false;
	// A path that is wrong on purpose may end up anywhere.
	if (cases.some(({patch}) => patch.some(({at}) => at.in === 'path'))) return true;
	return endpointAt([{...operation, path: calledPath(operation)}], operation.method, pathOf(url)) !== null;
}

function pathOf(url: string): string {
	try {
		return new URL(url).pathname;
	} catch {
		return url;
	}
}

/** The same for recipes that make the same calls and read their answers alike, whatever they expect. */
export const callsHash = ({steps, teardown, outcome}: Recipe): string =>
	createHash('sha256')
		.update(JSON.stringify([...[...steps, ...teardown].map(({id, call}) => [id, call]), ...(outcome ? [outcome] : [])]))
		.digest('hex')
		.slice(0, 32);
