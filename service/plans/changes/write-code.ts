import {createTwoFilesPatch} from 'diff';
import type {TestId} from '../../../contract/ids.ts';
import type {StoredChange} from '../../store/plans/change-set-tables.ts';
import type {TestFacts} from '../../store/plans/change-set-input.ts';
import {BrokenRecipe} from '../code/access.ts';
import {renderTest} from '../code/render-test.ts';
import {type GateSubject, GateUnavailable, type GateVerdict} from '../gate/gate.ts';
import {mergeEdits} from '../generation/run-generation.ts';
import type {Recipe} from '../recipe.ts';

export type CodeParts = {
	gate(subjects: readonly GateSubject[]): Promise<GateVerdict[]>;
	/** Variables that some test of the project gives. */
	available: ReadonlySet<string>;
	secrets: readonly string[];
	hasExtraHeaders: boolean;
	/** A test that is written anew: what a person has edited in it is dropped. */
	anew: string | null;
};

/** A text that the gate refuses is written again with less in it; what is wrong may be a detail. */
const mostAttempts = 3;

type Written = {change: StoredChange; recipe: Recipe; before: string | null; code: string; facts: TestFacts | null};

/**
 * Writes the texts of all tests whose recipes change and has the gate look at them, so that nothing is proposed which
 * could not be applied. A text that a person has edited is merged; a conflict leaves it as it is.
 */
export async function writeCode(
	changes: readonly StoredChange[],
	factsOf: (testId: TestId) => TestFacts | null,
	recipeBefore: (change: StoredChange) => Recipe | null,
	{gate, available, secrets, hasExtraHeaders, anew}: CodeParts,
): Promise<void> {
	const options = {hasExtraHeaders};
	let open: Written[] = [];
	for (const change of changes) {
		// Without a recipe that changes it is the text that is written again.
		const isText = change.fields[0] === 'code' && change.fields.length === 1;
		const recipe = recipeAfter(change) ?? (isText ? recipeBefore(change) : null);
		if (!recipe || change.refused !== null || recipe.steps.length === 0) continue;
		const facts = change.testId === null || !change.test ? null : factsOf(change.testId);
		const old = recipeBefore(change);
		open.push({change, recipe, facts, before: facts ? facts.test.code : textOf(old, options), code: ''});
	}
	const known = new Set([...available, ...open.flatMap(({recipe}) => recipe.produces)]);
	for (let attempt = 1; attempt <= mostAttempts && open.length > 0; attempt++) {
		for (const written of open) {
			try {
				written.code = renderTest(written.recipe, options, attempt);
				written.change.refused = null;
			} catch (error) {
				if (!(error instanceof BrokenRecipe)) throw error;
				written.change.refused = error.message;
				written.code = '';
			}
		}
		// What is there already has been looked at.
		const texts = open.filter(({code, before}) => code !== '' && code !== before);
		const verdicts = await look(texts, gate, known, secrets);
		for (const written of texts) written.change.refused = verdicts.get(idOf(written.change)) ?? null;
		const ended = open.filter(({change, code}) => change.refused === null || code === '' || attempt === mostAttempts);
		for (const written of ended) keep(written, written.change.testId === anew && anew !== null);
		open = open.filter(written => !ended.includes(written));
	}
}

const idOf = ({rowId, testId}: StoredChange): string => testId ?? rowId ?? '';

function recipeAfter({row, test}: StoredChange): Recipe | null {
	const stored = test?.after.recipe.recipe ?? row?.after.recipe;
	return stored === undefined || stored === null ? null : (JSON.parse(stored) as Recipe);
}

function textOf(recipe: Recipe | null, options: {hasExtraHeaders: boolean}): string | null {
	if (!recipe || recipe.steps.length === 0) return null;
	try {
		return renderTest(recipe, options);
	} catch (error) {
		if (error instanceof BrokenRecipe) return null;
		throw error;
	}
}

/** Why texts are refused, by the id of their test or row. */
async function look(
	texts: readonly Written[],
	gate: CodeParts['gate'],
	available: ReadonlySet<string>,
	secrets: readonly string[],
): Promise<Map<string, string>> {
	if (texts.length === 0) return new Map();
	const subjects = texts.map(({change, recipe, code}) => ({
		id: idOf(change),
		name: recipe.title,
		source: code,
		recipe,
		available,
		secrets,
	}));
	try {
		const verdicts = await gate(subjects);
		return new Map(verdicts.flatMap(({id, rejection}) => (rejection ? [[id, rejection.message] as const] : [])));
	} catch (error) {
		if (!(error instanceof GateUnavailable)) throw error;
		// Rows meet the gate again when tests are made of them; a test would not.
		const tests = texts.filter(({change}) => change.test !== null);
		return new Map(tests.map(({change}) => [idOf(change), `it could not be looked at: ${error.message}`]));
	}
}

/** Puts a text into its change: as it is, merged with what a person has written, or as a conflict. */
function keep({change, code, before, facts}: Written, isAnew: boolean): void {
	if (change.refused !== null && code === '') return;
	const merged = facts && !isAnew ? mergedWith(facts, code) : {code, refused: null};
	change.codeDiff = diffOf(before, merged.code ?? code);
	if (merged.refused !== null) change.refused ??= merged.refused;
	if (!change.test || merged.code === null || change.refused !== null) return;
	const {before: old, after: next} = change.test;
	const set = <Key extends keyof typeof next.recipe>(key: Key, from: (typeof old.recipe)[Key], to: typeof from) => {
		if (from === to) return;
		old.recipe[key] = from;
		next.recipe[key] = to;
	};
	if (facts && merged.code !== facts.test.code) {
		old.test.code = facts.test.code;
		next.test.code = merged.code;
	}
	set('base_code', facts?.recipe?.base_code ?? null, code);
	set('proposed_code', facts?.recipe?.proposed_code ?? null, null);
	set('proposal', facts?.recipe?.proposal ?? null, null);
	set('rejection', facts?.recipe?.rejection ?? null, null);
	if (facts?.recipe?.rejection && facts.test.status === 'failed') {
		old.test.status = 'failed';
		next.test.status = 'ready';
	}
}

function mergedWith({test, recipe}: TestFacts, code: string): {code: string | null; refused: string | null} {
	const isEdited = test.code !== null && recipe?.base_code !== test.code && test.code !== code;
	if (!isEdited) return {code, refused: null};
	const {proposed, proposal} = mergeEdits(test.code!, recipe?.base_code ?? '', code);
	return proposal === 'clean'
		? {code: proposed, refused: null}
		: {code: null, refused: 'it was edited by hand on the same lines'};
}

/** A unified diff; null when nothing differs. */
export function diffOf(before: string | null, after: string): string | null {
	if (before === after) return null;
	const patch = createTwoFilesPatch('before', 'after', before ?? '', after, undefined, undefined, {context: 3});
	return patch.slice(patch.indexOf('--- '));
}
