import {basename} from 'node:path';
import type {PlanFileStep} from '../../contract/plan-file.ts';
import {maxCodeBytes, maxPlanBytes} from '../../contract/test.ts';
import {checkSteps} from './check-plan.ts';
import {planError} from './load-plan.ts';
import {scaffoldCode, scaffoldPlan} from './scaffold.ts';

type Files = {read(path: string, options: {flag: string; maxBytes: number}): Promise<Uint8Array>};

/**
 * What a new test is made of: Python for an API, JSON with `planSteps` for a website.
 * @param path of a file; null: something to start from
 */
export async function testSource(
	type: 'backend' | 'frontend',
	path: string | null,
	{files}: {files: Files},
): Promise<{name: string; text: string}> {
	if (path !== null) {
		const maxBytes = type === 'backend' ? maxCodeBytes : maxPlanBytes;
		const bytes = await files.read(path, {flag: 'file', maxBytes});
		return {name: basename(path), text: new TextDecoder('utf-8', {fatal: true}).decode(bytes)};
	}
	if (type === 'backend') return {name: 'test.py', text: scaffoldCode};
	const {planSteps} = scaffoldPlan(undefined);
	return {name: 'plan.json', text: `${JSON.stringify({planSteps}, null, 2)}\n`};
}

/** The steps of a plan file, of a steps file or of a bare array. Throws with the place of the first problem. */
export function stepsOf(text: string): readonly PlanFileStep[] {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new Error('The plan is not JSON. It is {"planSteps": [{"type": "action", "description": "…"}]}.');
	}
	const whole = typeof value === 'object' && value !== null && 'planSteps' in value ? value.planSteps : value;
	const checked = checkSteps(whole);
	if (checked.value === null) throw planError(checked.problems[0]!);
	return checked.value;
}
