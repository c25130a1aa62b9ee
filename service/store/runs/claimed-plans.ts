import type {ProjectId, RunId} from '../../../contract/ids.ts';
import type {PlanFileStep} from '../../../contract/plan-file.ts';
import {defaultBrowser, type ProjectBrowser} from '../../../contract/project.ts';
import type {Script} from '../../../contract/script.ts';
import type {StoreTransaction} from '../database.ts';
import {listDocuments, readContent} from '../documents/documents.ts';
import {type RefusedHeal, refusedHealsOf} from '../tests/heals.ts';

/** What the execution of a plan needs besides that of every run. */
export type ClaimedPlan = {
	steps: PlanFileStep[];
	/** The saved script; null before the first pass. */
	script: Script | null;
	/** The run replays it. */
	isReplay: boolean;
	autoHeal: boolean;
	refusedHeals: RefusedHeal[];
	/** Null: the usual one. */
	viewport: string | null;
	/** Null: the usual one. */
	stepTimeoutMs: number | null;
	browser: ProjectBrowser;
	testIdAttributes: string[];
	/** Documents of the project that the steps name, in base64. */
	files: Array<{name: string; content: string}>;
	/** What made-up values are derived from. */
	seed: string;
};

/** The plans of those runs that have one, by run. */
export async function plansOf(
	transaction: StoreTransaction,
	runIds: readonly RunId[],
): Promise<Map<string, ClaimedPlan>> {
	if (runIds.length === 0) return new Map();
	const rows = await transaction
		.selectFrom('runs')
		.innerJoin('tests', 'tests.id', 'runs.test_id')
		.innerJoin('projects', 'projects.id', 'runs.project_id')
		.innerJoin('batches', 'batches.id', 'runs.batch_id')
		.leftJoin('scripts', 'scripts.test_id', 'runs.test_id')
		.select([
			'runs.id',
			'runs.test_id',
			'runs.project_id',
			'runs.plan_steps',
			'runs.viewport',
			'runs.is_rerun',
			'runs.auto_heal',
			'tests.step_timeout_ms',
			'projects.browser_settings',
			'projects.test_id_attributes',
			'batches.seed',
			'scripts.script',
		])
		.where('runs.id', 'in', runIds)
		.where('runs.plan_steps', 'is not', null)
		.execute();
	const refused = await refusedHealsOf(
		transaction,
		rows.map(row => row.test_id),
	);
	const plans = new Map<string, ClaimedPlan>();
	for (const row of rows) {
		const steps = JSON.parse(row.plan_steps!) as PlanFileStep[];
		plans.set(row.id, {
			steps,
			script: row.script === null ? null : (JSON.parse(row.script) as Script),
			isReplay: row.is_rerun === 1,
			autoHeal: row.auto_heal === 1,
			refusedHeals: refused.get(row.test_id) ?? [],
			viewport: row.viewport,
			stepTimeoutMs: row.step_timeout_ms,
			browser: browserOf(row.browser_settings),
			testIdAttributes: row.test_id_attributes === null ? [] : (JSON.parse(row.test_id_attributes) as string[]),
			files: await namedFiles(transaction, row.project_id, steps),
			seed: row.seed,
		});
	}
	return plans;
}

/** Documents of the project whose names stand in the steps: those that `upload` may hand over. */
async function namedFiles(
	transaction: StoreTransaction,
	projectId: ProjectId,
	steps: readonly PlanFileStep[],
): Promise<ClaimedPlan['files']> {
	const texts = steps.map(({description, value = '', target = ''}) => `${description}\n${value}\n${target}`);
	const files: ClaimedPlan['files'] = [];
	// The newest of a name comes first, and it is the one that is handed over.
	for (const {name, content_id} of await listDocuments(transaction, projectId)) {
		if (files.some(file => file.name === name) || !texts.some(text => text.includes(name))) continue;
		files.push({name, content: Buffer.from(await readContent(transaction, content_id)).toString('base64')});
	}
	return files;
}

/** Stored settings of the browser with what they leave out. */
export const browserOf = (stored: string | null): ProjectBrowser => ({
	...defaultBrowser,
	loginOrigins: [],
	...(stored === null ? {} : (JSON.parse(stored) as Partial<ProjectBrowser>)),
});
