import {expect} from 'vitest';
import type {CleanupView} from '../../../contract/cleanup.ts';
import {type CleanupUnderTest, type ScriptedCall, startCleanup} from './start-cleanup.ts';

export const created = (path: string, id: string | number, sent?: unknown): ScriptedCall => [
	`POST ${path}`,
	{answer: {id}, sent},
];

/** `label outcome` of every record. */
export const outcomes = ({orphaned, cleanedUp, pending}: CleanupView) =>
	[...orphaned, ...cleanedUp, ...pending].map(({capturedId, outcome}) => `${capturedId} ${outcome}`).sort();

export const paths = ({target}: CleanupUnderTest) => target.deletes.map(({path}) => path);

export async function sweep(
	deletes: readonly string[],
	calls: readonly ScriptedCall[],
	prepare: (service: CleanupUnderTest) => unknown = () => {},
) {
	const service = await startCleanup(deletes);
	await service.addTest('makes records', calls);
	await prepare(service);
	const batchId = await service.run();
	const view = await service.cleaned(batchId);
	const recorded = await service.deleteCalls(batchId);
	// "The cleanup report counts exactly the DELETE calls shown in the data-flow view", and those that were sent.
	expect(view.totals.deleteCalls).toBe(recorded.length);
	expect(recorded.length).toBe(service.target.deletes.length);
	return {service, batchId, view, recorded};
}
