import type {Generation} from '../../../contract/generation.ts';
import type {PlanRow} from '../../../contract/plan.ts';

/** Tests by their ids with the row that each was made of; null where the service does not tell it. */
export type RowOfTest = ReadonlyMap<string, PlanRow | null>;

/** The tests that can run, in the order of the plan; those of a service that does not tell their rows come last. */
export function readyTests(items: Generation['items'], rows: readonly PlanRow[]): RowOfTest {
	const ready = items.flatMap(({rowId, testId, status}) =>
		status === 'ready' && testId !== null ? [{rowId, testId}] : [],
	);
	const testOf = new Map(ready.map(({rowId, testId}) => [rowId, testId]));
	return new Map([
		...rows.flatMap((row): Array<[string, PlanRow]> => {
			const testId = testOf.get(row.rowId);
			return testId === undefined ? [] : [[testId, row]];
		}),
		...ready.flatMap(({rowId, testId}): Array<[string, null]> => (rowId === null ? [[testId, null]] : [])),
	]);
}
