import type {ChangeOperation} from '../../../contract/change-operation.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../../store/database.ts';
import {readChangedRows, readChangedTests, type TestFacts} from '../../store/plans/change-set-input.ts';
import type {PlanRowTable} from '../../store/plans/plan-tables.ts';

/** What operations are about: the rows and tests that they name, and of each the other where it exists. */
export type Workspace = {
	rows: Map<string, PlanRowTable>;
	tests: Map<string, TestFacts>;
	/** Row id → id of its test. */
	testOf: Map<string, string>;
	rowOf: Map<string, string>;
	/** Tests were made of the plan: what changes a row changes its test, too. */
	isLocked: boolean;
};

const isTest = (target: string) => target.startsWith('tst_');

/** Reads the rows and tests that operations name; those of a project when one of them is about all. */
export async function readWorkspace(
	database: Database,
	projectId: ProjectId,
	operations: readonly ChangeOperation[],
	isLocked: boolean,
	besides: readonly string[] = [],
): Promise<Workspace> {
	const named = [
		...besides,
		...operations.flatMap(one => ('target' in one && one.target !== undefined ? [one.target] : [])),
	];
	const isAll = operations.some(one => one.op === 'variable.rename' && one.target === undefined);
	// A row that moves needs to know its neighbours.
	const needsOrder = operations.some(one => one.op === 'row.set' && (one.before ?? one.after) !== undefined);
	const testIds = named.filter(isTest);
	const rows = await readChangedRows(
		database,
		projectId,
		isAll || needsOrder ? null : {rowIds: named.filter(one => !isTest(one)), testIds},
	);
	const touched = new Set(named);
	const ofRows = rows.filter(({id}) => isLocked && touched.has(id)).flatMap(({test_id}) => test_id ?? []);
	const wanted = [...testIds, ...ofRows];
	const tests = await readChangedTests(database, projectId, isAll && isLocked ? null : [...new Set(wanted)]);
	const testOf = new Map<string, string>();
	const rowOf = new Map<string, string>();
	for (const row of rows) {
		if (row.test_id === null || !tests.some(({test}) => test.id === row.test_id)) continue;
		testOf.set(row.id, row.test_id);
		rowOf.set(row.test_id, row.id);
	}
	return {
		rows: new Map(rows.map(row => [row.id, row])),
		tests: new Map(tests.map(one => [one.test.id, one])),
		testOf,
		rowOf,
		isLocked,
	};
}
