import type {ProjectId, TestId} from '../../../contract/ids.ts';
import {inParallel} from '../../../contract/in-parallel.ts';
import type {Database} from '../../store/database.ts';
import type {GenerationItemTable, GenerationTable, Rejection} from '../../store/plans/generation-tables.ts';
import * as store from '../../store/plans/generations.ts';
import {storeGenerated} from '../../store/plans/store-generated.ts';
import type {NewId} from '../../store/ids.ts';
import {BrokenRecipe} from '../code/access.ts';
import {type CodeOptions, renderTest} from '../code/render-test.ts';
import {type GateSubject, type GateVerdict, GateUnavailable} from '../gate/gate.ts';
import type {Recipe} from '../recipe.ts';
import {diff3Merge} from 'node-diff3';

export type GenerationWork = {
	database: Database;
	newId: NewId;
	now(): number;
	gate(subjects: readonly GateSubject[]): Promise<GateVerdict[]>;
	/** Values that must not stand in a test of the project. */
	secretsOf(projectId: ProjectId): Promise<string[]>;
	/** Tests that a person has edited get what was generated as a change set, where both can stand beside each other. */
	merge(projectId: ProjectId, testIds: readonly TestId[]): Promise<void>;
	signal: AbortSignal;
	/** Something of the generation can be seen anew. */
	changed(): void;
};

/** Tests that are written and looked at together, and how many such groups at a time. */
const together = 10;
const lanes = 2;
/** A text that the gate refuses is written again with less in it; what is wrong may be a detail. */
const mostAttempts = 3;

/** Makes every test of a generation that is not made yet: after a crash it continues where it stopped. */
export async function runGeneration(generation: GenerationTable, work: GenerationWork): Promise<void> {
	const {database, signal} = work;
	const items = await store.listItems(database, generation.id);
	const open = items.filter(({status}) => status === 'queued' || status === 'generating' || status === 'verifying');
	const input = await store.generationInput(
		database,
		generation.project_id,
		open.map(({row_id}) => row_id),
	);
	const secrets = await work.secretsOf(generation.project_id);
	const stages = [
		{status: 'generating' as const, items: open.filter(({kind}) => kind === 'endpoint')},
		{status: 'assembling' as const, items: open.filter(({kind}) => kind !== 'endpoint')},
	];
	for (const stage of stages) {
		const groups: GenerationItemTable[][] = [];
		for (let start = 0; start < stage.items.length; start += together)
			groups.push(stage.items.slice(start, start + together));
		await inParallel(groups, lanes, async group => {
			if (signal.aborted) return;
			await makeGroup(generation, group, {...work, ...input, secrets, stage: stage.status});
		});
	}
	if (signal.aborted) return;
	await work.merge(
		generation.project_id,
		items.map(({test_id}) => test_id),
	);
	await store.endGeneration(database, generation.id, 'done', work.now());
	work.changed();
}

type Group = GenerationWork & {
	recipes: ReadonlyMap<string, Recipe>;
	produced: ReadonlySet<string>;
	hasExtraHeaders: boolean;
	secrets: string[];
	stage: 'generating' | 'assembling';
};

type Written = {item: GenerationItemTable; recipe: Recipe; code: string; rejection: Rejection | null};

async function makeGroup(
	generation: GenerationTable,
	items: readonly GenerationItemTable[],
	group: Group,
): Promise<void> {
	let open: Written[] = items.map(item => ({item, recipe: recipeOf(item, group), code: '', rejection: null}));
	for (let attempt = 1; attempt <= mostAttempts && open.length > 0 && !group.signal.aborted; attempt++) {
		const places = open.map(({item}) => item.place);
		if (!(await progress(generation, group, places, {status: 'generating', attempt}))) return;
		for (const written of open) write(written, {hasExtraHeaders: group.hasExtraHeaders}, attempt);
		if (!(await progress(generation, group, places, {status: 'verifying', attempt}))) return;
		await verify(open, group);
		const isLast = attempt === mostAttempts;
		const ended = open.filter(({rejection, code}) => rejection === null || isLast || code === '');
		for (const written of ended) if (!(await keep(generation, written, group))) return;
		open = open.filter(written => !ended.includes(written));
	}
}

/** A row of words only has no recipe: it can be shown, and completed, but not made. */
function recipeOf(item: GenerationItemTable, {recipes}: Group): Recipe {
	const recipe = item.row_id === null ? undefined : recipes.get(item.row_id);
	return recipe ?? ({recipeVersion: 1, steps: []} as unknown as Recipe);
}

async function progress(
	generation: GenerationTable,
	{database, now, stage, changed}: Group,
	places: readonly number[],
	item: {status: 'generating' | 'verifying'; attempt: number},
): Promise<boolean> {
	const isOpen = await store.progressItems(database, generation.id, stage, places, item, now());
	changed();
	return isOpen;
}

function write(written: Written, options: CodeOptions, attempt: number): void {
	const {recipe} = written;
	if (recipe.steps.length === 0) {
		written.rejection = {code: 'malformed', message: 'the row is words only: nothing says which calls the test makes'};
		return;
	}
	try {
		written.code = renderTest(recipe, options, attempt);
		written.rejection = null;
	} catch (error) {
		if (!(error instanceof BrokenRecipe)) throw error;
		written.code = '';
		written.rejection = {code: 'malformed', message: error.message};
	}
}

async function verify(open: readonly Written[], {gate, produced, secrets}: Group): Promise<void> {
	const texts = open.filter(({code}) => code !== '');
	const verdicts = await gate(
		texts.map(({item, recipe, code}) => ({
			id: item.test_id,
			name: item.title,
			source: code,
			recipe,
			available: produced,
			secrets,
		})),
	);
	const found = new Map(verdicts.map(({id, rejection}) => [id, rejection]));
	for (const written of texts) written.rejection = found.get(written.item.test_id) ?? null;
}

async function keep(generation: GenerationTable, written: Written, group: Group): Promise<boolean> {
	const {item, recipe, code, rejection} = written;
	const isOpen = await storeGenerated(group.database, {newId: group.newId, now: group.now()}, generation.id, {
		place: item.place,
		recipe,
		rowId: item.row_id,
		testId: item.test_id,
		title: item.title,
		code,
		rejection,
		merge: (stored, base) => mergeEdits(stored, base, code),
	});
	group.changed();
	return isOpen;
}

export {GateUnavailable};

/**
 * What becomes of a test that a person has edited when another text is generated: both changes, by lines, or a conflict
 * when both have changed the same ones. Then what would have been generated is kept beside the person's text.
 */
export function mergeEdits(
	edited: string,
	base: string,
	generated: string,
): {proposed: string; proposal: 'clean' | 'conflict'} {
	const regions = diff3Merge(edited.split('\n'), base.split('\n'), generated.split('\n'), {
		excludeFalseConflicts: true,
	});
	if (regions.some(({conflict}) => conflict !== undefined)) return {proposed: generated, proposal: 'conflict'};
	return {proposed: regions.flatMap(({ok}) => ok ?? []).join('\n'), proposal: 'clean'};
}
