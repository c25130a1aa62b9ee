import type {PlanRowId, ProjectId} from '../../../contract/ids.ts';
import type {StoreTransaction} from '../database.ts';
import type {StoredChange, StoredTest} from './change-set-tables.ts';
import {readChangedTests, type TestFacts} from './change-set-input.ts';
import {jsonList} from '../columns.ts';
import type {PlanRowTable} from './plan-tables.ts';
import {insertPlanRow, lastPlace, updatePlanRow} from './plan-rows.ts';

/** Which of the two sides of a change is written; the other one is what has to be there. */
export type Direction = 'apply' | 'undo';

export type Written = {stale: StoredChange[]; inFlight: string[]; codeVersion: number | null};

/** Not compared: they follow from other changes, and others may have grown them meanwhile. */
const loose = new Set(['edited', 'rev', 'status']);

/**
 * Writes one side of changes of rows and tests in one transaction, when everything they touch is as it was; otherwise
 * nothing is written and what has changed is told.
 */
export async function writeChanges(
	transaction: StoreTransaction,
	projectId: ProjectId,
	changes: readonly StoredChange[],
	direction: Direction,
	{rev, now}: {rev: number; now: number},
): Promise<Written> {
	const rowIds = changes.flatMap(({rowId}) => rowId ?? []);
	const testIds = changes.flatMap(({testId, test}) => (test && testId !== null ? testId : []));
	const rows = new Map((await allRows(transaction, projectId, rowIds)).map(row => [row.id, row]));
	const tests = new Map((await readChangedTests(transaction, projectId, testIds)).map(one => [one.test.id, one]));
	const stale = changes.filter(change => !isAsExpected(change, direction, rows, tests));
	const inFlight = testIds.filter(id => ['queued', 'running'].includes(tests.get(id)?.test.status ?? ''));
	if (stale.length > 0 || inFlight.length > 0) return {stale, inFlight, codeVersion: null};
	let codeVersion: number | null = null;
	let place = await lastPlace(transaction, projectId);
	for (const change of changes) {
		if (change.row && change.rowId !== null) {
			if (change.kind === 'added' && direction === 'apply')
				await insertPlanRow(transaction, {...(change.row.after as PlanRowTable), place: ++place, rev});
			else if (change.kind === 'added') await updatePlanRow(transaction, change.rowId, {removed: 'person', rev});
			else
				await updatePlanRow(transaction, change.rowId, {
					...rowColumns(change.row, rows.get(change.rowId)!, direction),
					rev,
				});
		}
		if (change.test && change.testId !== null)
			codeVersion = await writeTest(transaction, tests.get(change.testId)!, side(change.test, direction), now);
	}
	return {stale, inFlight, codeVersion};
}

const side = <T>({before, after}: {before: T; after: T}, direction: Direction): T =>
	direction === 'apply' ? after : before;
const otherSide = <T>(pair: {before: T; after: T}, direction: Direction): T =>
	side(pair, direction === 'apply' ? 'undo' : 'apply');

/** Removed ones too. */
const allRows = (
	transaction: StoreTransaction,
	projectId: ProjectId,
	rowIds: readonly PlanRowId[],
): Promise<PlanRowTable[]> =>
	transaction
		.selectFrom('plan_rows')
		.selectAll()
		.where('project_id', '=', projectId)
		.where('id', 'in', jsonList(rowIds))
		.execute();

function isAsExpected(
	{kind, rowId, row, testId, test}: StoredChange,
	direction: Direction,
	rows: ReadonlyMap<string, PlanRowTable>,
	tests: ReadonlyMap<string, TestFacts>,
): boolean {
	if (row && kind === 'added') {
		const stored = rowId === null ? undefined : rows.get(rowId);
		return direction === 'apply' ? stored === undefined : stored !== undefined && stored.removed === null;
	}
	if (row) {
		const stored = rowId === null ? undefined : rows.get(rowId);
		if (!stored) return false;
		const expected = {removed: null, ...otherSide<Partial<PlanRowTable>>(row, direction)};
		if (!isSame(expected, stored)) return false;
	}
	if (!test) return true;
	const stored = testId === null ? undefined : tests.get(testId);
	const expected = otherSide(test, direction);
	return stored !== undefined && isSame(expected.test, stored.test) && isSame(expected.recipe, stored.recipe ?? {});
}

const isSame = (expected: object, stored: object): boolean =>
	Object.entries(expected).every(
		([column, value]) => loose.has(column) || (stored as Record<string, unknown>)[column] === value,
	);

/** What a person has changed of a row grows and shrinks by what this change says. */
function rowColumns(
	row: NonNullable<StoredChange['row']>,
	stored: PlanRowTable,
	direction: Direction,
): Partial<PlanRowTable> {
	const columns = side(row, direction);
	if (columns.edited === undefined) return columns;
	const [before, after] = [row.before.edited, row.after.edited].map(one => JSON.parse(one ?? '[]') as string[]) as [
		string[],
		string[],
	];
	const added = after.filter(field => !before.includes(field));
	const now = JSON.parse(stored.edited) as string[];
	const edited = direction === 'apply' ? [...new Set([...now, ...added])] : now.filter(field => !added.includes(field));
	return {...columns, edited: JSON.stringify(edited)};
}

/** Code that changes gets the next version, also when it is what it was once: a version names one moment. */
async function writeTest(
	transaction: StoreTransaction,
	{test, recipe}: TestFacts,
	{test: columns, recipe: recipeColumns}: StoredTest,
	now: number,
): Promise<number> {
	const codeVersion = test.code_version + (columns.code === undefined ? 0 : 1);
	await transaction
		.updateTable('tests')
		.set({...columns, code_version: codeVersion, updated_at: now})
		.where('id', '=', test.id)
		.execute();
	if (recipe && Object.keys(recipeColumns).length > 0)
		await transaction
			.updateTable('test_recipes')
			.set({...recipeColumns, updated_at: now})
			.where('test_id', '=', test.id)
			.execute();
	return codeVersion;
}
