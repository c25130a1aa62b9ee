import type {Requirement} from '../../domain/requirement.ts';
import {shortHash} from '../data/seeded.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {PlanContext} from '../templates/context.ts';
import {RecipeDraft} from '../templates/recipe-draft.ts';
import type {RowDraft} from '../templates/row-draft.ts';
import {families} from './families.ts';
import {whereOf} from './source.ts';
import {targetsOf} from './targets.ts';

/** A sentence that nothing can be made of without more words: a row that is not ticked, with the sentence as its title. */
export type WordsRow = {key: string; operation: PlanOperation | null; requirement: Requirement};

export type RequirementRows = {
	rows: Array<{key: string; row: RowDraft}>;
	words: WordsRow[];
	/** Sentences that became rows: one about the whole API becomes several. */
	told: number;
};

const categories = {
	auth: 'auth',
	'no-secret': 'security',
	bounds: 'boundary_load',
	latency: 'boundary_load',
	required: 'error_edge',
	enum: 'error_edge',
	duplicate: 'error_edge',
	unique: 'error_edge',
	'deleted-gone': 'functional',
	sorted: 'functional',
	header: 'schema',
	status: 'functional',
	words: 'functional',
} as const;

/** Rows of the sentences of requirements: every sentence becomes at least one, if only as words. */
export function requirementRows(requirements: readonly Requirement[], context: PlanContext): RequirementRows {
	const made: RequirementRows = {rows: [], words: [], told: 0};
	const seen = new Set<string>();
	for (const requirement of requirements) {
		const targets = targetsOf(requirement, context.api);
		const mark = shortHash(requirement.text.toLowerCase());
		if (seen.has(mark)) continue;
		seen.add(mark);
		const rows = targets.flatMap(operation => {
			const row = rowOf(requirement, operation, context);
			return row ? [{key: `${operation.key} requirement ${mark}`, row}] : [];
		});
		made.rows.push(...rows);
		if (rows.length > 0) made.told++;
		else made.words.push({key: `requirement ${mark}`, operation: targets[0] ?? null, requirement});
	}
	return made;
}

function rowOf(requirement: Requirement, operation: PlanOperation, context: PlanContext): RowDraft | null {
	const fill = families[requirement.family];
	const draft = new RecipeDraft(context, operation, `requirement ${requirement.text}`);
	if (!fill?.(draft, operation, context, requirement) || draft.missing.size > 0 || draft.steps.length === 0)
		return null;
	const title = sentence(requirement.text);
	return {
		template: 'requirement',
		kind: 'endpoint',
		operation,
		category: categories[requirement.family],
		priority: 'p1',
		selected: true,
		title,
		description: `Tries what ${requirement.documentName} demands in line ${requirement.line}.`,
		why: `${whereOf(requirement)}`,
		draft,
	};
}

const longestTitle = 190;

/** The sentence as a title, on one line. */
export const sentence = (text: string): string =>
	text
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/(?<![.\s])[.\s]+$/, '')
		.slice(0, longestTitle);
