import type {ChangeOperation} from '../../../contract/change-operation.ts';
import type {PlanId, ProjectId} from '../../../contract/ids.ts';
import type {StoredChange, StoredTest} from '../../store/plans/change-set-tables.ts';
import {nameOf} from '../../store/plans/start-generation.ts';
import type {PlanRowTable} from '../../store/plans/plan-tables.ts';
import {expectationsOf} from '../expectations.ts';
import {NotARecipe, type Recipe, readRecipe} from '../recipe.ts';
import {changesRecipe, editRecipe, type RecipeOperation} from './edit-recipe.ts';
import {UnfitOperation} from './unfit-operation.ts';
import {customRow} from './new-row.ts';
import {knowsVariable} from './rename-variable.ts';
import type {Workspace} from './workspace.ts';

export type DraftParts = {projectId: ProjectId; planId: PlanId; type: PlanRowTable['type']; newRowId(): string};

/** One row, one test, or both, while operations change them. */
type Part = {
	before: {row: PlanRowTable | null; test: StoredTest | null};
	row: PlanRowTable | null;
	test: (StoredTest & {id: string}) | null;
	isAdded: boolean;
	reasons: string[];
	refused: string | null;
};

/**
 * What operations would make of rows and tests, column by column; nothing is written. An operation that does not fit
 * refuses what it is about and leaves the rest of the set alone.
 */
export function draftChanges(
	workspace: Workspace,
	operations: readonly ChangeOperation[],
	{projectId, planId, type, newRowId}: DraftParts,
): StoredChange[] {
	const parts = new Map<string, Part>();
	const partOf = (target: string): Part => {
		const rowId = target.startsWith('tst_') ? workspace.rowOf.get(target) : target;
		const testId = target.startsWith('tst_') ? target : workspace.testOf.get(target);
		const key = rowId ?? testId ?? target;
		const known = parts.get(key);
		if (known) return known;
		const row = rowId === undefined ? null : (workspace.rows.get(rowId) ?? null);
		const isTestToo = testId !== undefined && (workspace.isLocked || target.startsWith('tst_'));
		const facts = isTestToo ? (workspace.tests.get(testId) ?? null) : null;
		const test: StoredTest | null = facts && {test: facts.test, recipe: facts.recipe ?? {}};
		const part: Part = {
			before: {row, test},
			row: row && {...row},
			test: facts && {...structuredClone(test!), id: facts.test.id},
			isAdded: false,
			reasons: [],
			refused: row || facts ? null : `there is no ${target}`,
		};
		parts.set(key, part);
		return part;
	};

	const rowsNow = () => [...workspace.rows.values()].map(row => parts.get(row.id)?.row ?? row);

	function run(operation: ChangeOperation, target: string): void {
		const part = partOf(target);
		if (part.refused !== null) return;
		try {
			change(part, operation);
			if (!part.reasons.includes(operation.reason)) part.reasons.push(operation.reason);
		} catch (error) {
			if (!(error instanceof UnfitOperation || error instanceof NotARecipe)) throw error;
			part.refused = error.message;
		}
	}

	function change(part: Part, operation: ChangeOperation): void {
		if (changesRecipe(operation)) changeRecipe(part, operation);
		else if (operation.op === 'row.remove') needRow(part).removed = 'person';
		else if (operation.op === 'row.select') needRow(part).selected = operation.selected ? 1 : 0;
		else if (operation.op === 'row.set') setRow(part, operation, rowsNow);
		else if (operation.op === 'wiring.set') {
			if (!part.test) throw new UnfitOperation('only a test takes values from another test');
			const wiring = JSON.parse(part.test.test.wiring ?? '{}') as Record<string, string>;
			part.test.test.wiring = JSON.stringify({...wiring, [operation.variable]: operation.producer});
		}
	}

	for (const operation of operations) {
		if (operation.op === 'row.add') {
			const id = newRowId();
			const row = customRow(operation.row, {id, projectId, planId, type});
			const part: Part = {before: {row: null, test: null}, row, test: null, isAdded: true, reasons: [], refused: null};
			part.reasons.push(operation.reason);
			parts.set(id, part);
		} else if (operation.op === 'variable.rename' && operation.target === undefined) {
			for (const target of knowing(workspace, operation.from)) run(operation, target);
		} else if ('target' in operation && operation.target !== undefined) run(operation, operation.target);
	}
	return [...parts.values()].map(stored).filter(one => one !== null);
}

/** Ids of the rows, and of tests without a row, that a variable stands in. */
function knowing({rows, tests, rowOf}: Workspace, name: string): string[] {
	const isIn = (recipe: string | null) => recipe !== null && knowsVariable(JSON.parse(recipe) as Recipe, name);
	return [
		...[...rows.values()].filter(({recipe}) => isIn(recipe)).map(({id}) => id),
		...[...tests.values()]
			.filter(({test, recipe}) => !rowOf.has(test.id) && isIn(recipe?.recipe ?? null))
			.map(({test}) => test.id),
	];
}

function needRow({row}: Part): PlanRowTable {
	if (!row) throw new UnfitOperation('it has no row in the plan');
	return row;
}

/** The test decides whether an operation fits; its row follows as far as it can. */
function changeRecipe(part: Part, operation: RecipeOperation): void {
	const stored = part.test?.recipe.recipe;
	if (stored !== undefined) setTestRecipe(part.test!, editRecipe(writable(stored), operation));
	if (!part.row) {
		if (stored === undefined) throw new UnfitOperation('a person has written it: it was not made from a recipe');
		return;
	}
	if (part.row.recipe === null && operation.op !== 'recipe.set') {
		if (stored === undefined) throw new UnfitOperation('the row is words only: it has no recipe yet');
		return;
	}
	try {
		const before = part.row.recipe;
		const base =
			before === null
				? {...(operation as {recipe: Recipe}).recipe, id: `rcp_${suffix(part.row.id)}`}
				: writable(before);
		setRowRecipe(part.row, editRecipe(base, operation));
	} catch (error) {
		if (!(error instanceof UnfitOperation) || stored === undefined) throw error;
	}
}

function writable(stored: string): Recipe {
	const {recipe, writable: isWritable} = readRecipe(JSON.parse(stored));
	if (!isWritable) throw new UnfitOperation('a newer version of svc has written its recipe');
	return recipe;
}

function setTestRecipe(test: StoredTest, recipe: Recipe): void {
	test.recipe.recipe = JSON.stringify(recipe);
	test.recipe.recipe_version = recipe.recipeVersion;
	test.test.produces = JSON.stringify(recipe.produces);
	test.test.consumes = JSON.stringify(recipe.consumes);
	test.test.phase = recipe.phase;
}

/** Columns of a row that follow from its recipe. */
export function setRowRecipe(row: PlanRowTable, recipe: Recipe): void {
	row.recipe = JSON.stringify(recipe);
	row.expected = expectationsOf(recipe);
	row.captures = JSON.stringify(recipe.produces);
	row.consumes = JSON.stringify(recipe.consumes);
	row.phase = recipe.phase;
	row.edited = withFields(row.edited, ['recipe', 'expectedBehavior']);
}

const suffix = (id: string) => id.slice(id.indexOf('_') + 1);
const withFields = (edited: string, fields: readonly string[]): string =>
	JSON.stringify([...new Set([...(JSON.parse(edited) as string[]), ...fields])]);

function setRow(
	part: Part,
	operation: Extract<ChangeOperation, {op: 'row.set'}>,
	rows: () => readonly PlanRowTable[],
): void {
	const {title, description, expectedBehavior, priority, category, phase, before, after} = operation;
	const {row, test} = part;
	const beside = before ?? after;
	if (row) {
		const fields: string[] = [];
		const put = <Column extends keyof PlanRowTable>(field: string, column: Column, value: PlanRowTable[Column]) => {
			row[column] = value;
			fields.push(field);
		};
		if (title !== undefined) put('title', 'title', title);
		if (description !== undefined) put('description', 'description', description);
		if (expectedBehavior !== undefined) put('expectedBehavior', 'expected', expectedBehavior);
		if (priority !== undefined) put('priority', 'priority', priority);
		if (category !== undefined) put('category', 'category', category);
		if (beside !== undefined) put('order', 'place', placeBeside(rows(), row, beside, before !== undefined));
		if (phase !== undefined) row.phase = phase;
		if (row.recipe !== null && (title !== undefined || phase !== undefined)) {
			const recipe = JSON.parse(row.recipe) as Recipe;
			row.recipe = JSON.stringify({...recipe, title: title ?? recipe.title, phase: phase ?? recipe.phase});
			if (phase !== undefined) fields.push('recipe');
		}
		row.edited = withFields(row.edited, fields);
	}
	if (!test) return;
	if (title !== undefined) test.test.name = row ? nameOf(row) : title;
	if (description !== undefined) test.test.description = description === '' ? null : description;
	if (priority !== undefined) test.test.priority = priority;
	if (phase !== undefined) test.test.phase = phase;
	if (test.recipe.recipe !== undefined && (title !== undefined || phase !== undefined)) {
		const recipe = JSON.parse(test.recipe.recipe) as Recipe;
		test.recipe.recipe = JSON.stringify({...recipe, title: title ?? recipe.title, phase: phase ?? recipe.phase});
	}
}

/** Half way between a row and its neighbour on that side, as all of them stand by now. */
function placeBeside(rows: readonly PlanRowTable[], moved: PlanRowTable, besideId: string, isBefore: boolean): number {
	const beside = rows.find(({id}) => id === besideId);
	if (!beside) throw new UnfitOperation(`there is no row ${besideId}`);
	const others = rows.filter(
		({id, place}) => id !== moved.id && (isBefore ? place < beside.place : place > beside.place),
	);
	if (others.length === 0) return isBefore ? beside.place - 1 : beside.place + 1;
	const places = others.map(({place}) => place);
	return (beside.place + (isBefore ? Math.max(...places) : Math.min(...places))) / 2;
}

/** The columns that differ; null: nothing does. */
function stored(part: Part): StoredChange | null {
	const {before, row, test, reasons, refused, isAdded} = part;
	const rowId = row?.id ?? null;
	const testId = test?.id ?? null;
	const {recipe: _, ...shown} = before.row ?? row ?? ({recipe: null} as PlanRowTable);
	const common = {rowId, testId, reasons, shown: row ? shown : null, codeDiff: null, applied: false};
	if (refused !== null) return {...common, kind: 'changed', fields: [], row: null, test: null, refused};
	if (isAdded) return {...common, kind: 'added', fields: [], row: {before: {}, after: row!}, test: null, refused};
	const ofRow = row && before.row && differing(before.row, row);
	const ofTest = test &&
		before.test && {
			test: differing(before.test.test, test.test),
			recipe: differing(before.test.recipe, test.recipe),
		};
	const isTestChanged = ofTest && (ofTest.test || ofTest.recipe);
	const isRowChanged = ofRow && Object.keys(ofRow.after).some(column => column !== 'edited');
	if (!isRowChanged && !isTestChanged) return null;
	return {
		...common,
		kind: ofRow?.after.removed ? 'removed' : 'changed',
		fields: fieldsOf({...ofRow?.after, ...ofTest?.test?.after, ...(ofTest?.recipe ? {recipe: ''} : {})}),
		row: ofRow,
		test: isTestChanged
			? {
					before: {test: ofTest.test?.before ?? {}, recipe: ofTest.recipe?.before ?? {}},
					after: {test: ofTest.test?.after ?? {}, recipe: ofTest.recipe?.after ?? {}},
				}
			: null,
		refused,
	};
}

function differing<T extends object>(before: T, after: T): {before: Partial<T>; after: Partial<T>} | null {
	const changed = (Object.keys(after) as Array<keyof T>).filter(key => before[key] !== after[key]);
	if (changed.length === 0) return null;
	const pick = (from: T) => Object.fromEntries(changed.map(key => [key, from[key]])) as Partial<T>;
	return {before: pick(before), after: pick(after)};
}

const fieldNames: Record<string, string> = {
	expected: 'expectedBehavior',
	place: 'order',
	name: 'title',
	captures: 'captures',
	produces: 'captures',
};
const hidden = new Set(['edited', 'rev', 'removed', 'recipe_version', 'status']);

/** Names of the changed columns as the contract calls them. */
const fieldsOf = (columns: object): string[] => [
	...new Set(
		Object.keys(columns)
			.filter(column => !hidden.has(column))
			.map(column => fieldNames[column] ?? column),
	),
];
