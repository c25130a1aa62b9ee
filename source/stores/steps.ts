import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Heal} from '../../contract/heal.ts';
import type {RunId, TestId} from '../../contract/ids.ts';
import {acceptHeal, listHeals, refuseHeal} from '../../contract/routes/heals.ts';
import {getRun} from '../../contract/routes/runs.ts';
import type {Run, RunStep} from '../../contract/run.ts';
import {isApiError} from '../errors/api-error.ts';
import {type Dashboard, storeKey} from './dashboard.ts';
import {createLoader, type Loader} from './loader.ts';

/** What the pane shows of a step. */
export const stepTabs = ['picture', 'outline', 'console', 'network', 'log'] as const;
export type StepTab = (typeof stepTabs)[number];

export type ShownSteps = {
	run: Run;
	/** Repairs of this run that wait for a decision, or were decided. */
	heals: readonly Heal[];
};

type StepsStore = {
	/** By the id of the run. */
	steps: Loader<ShownSteps>;
	/** Bytes of a part of a step, by `partKey`. */
	part: Loader<Uint8Array>;
	view: StoreApi<{tab: StepTab; isBefore: boolean}>;
	/** The newest repair of a test that waits for a person; null where none does. */
	openHeal(testId: TestId): Promise<Heal | null>;
	/** Accepts or refuses a repair, and shows what became of it. */
	decide(heal: Heal, decision: 'accept' | 'refuse'): Promise<void>;
};

export const stepsStore = storeKey(createSteps);

/** Names a part: what it belongs to may move its address, whose signature differs each time. */
export const partKey = (runId: RunId, stepIndex: string, tab: StepTab): string => `${runId} ${stepIndex} ${tab}`;

/** Where a part is found; null when nothing is kept of it. */
export function partUrl(step: RunStep, tab: StepTab): string | null {
	const urls: Record<StepTab, string | null | undefined> = {
		picture: step.screenshotUrl,
		outline: step.outlineUrl,
		console: step.consoleUrl,
		network: step.networkUrl,
		log: step.logUrl,
	};
	return urls[tab] ?? null;
}

function createSteps({session, context}: Dashboard): StepsStore {
	const steps = createLoader<ShownSteps>(
		{session},
		{
			async read(runId, _known, signal) {
				const run = await session.call(getRun, {params: {runId}, query: {includeSteps: 'true'}, signal});
				return {run, heals: (run.healedSteps ?? []).length > 0 ? await healsOf(run, signal) : []};
			},
		},
	);

	/** A service without repairs, or a test that is gone, has none: the steps are shown all the same. */
	async function healsOf({testId, runId}: Run, signal: AbortSignal): Promise<Heal[]> {
		try {
			const {items} = await session.call(listHeals, {params: {testId}, query: {}, signal});
			return items.filter(heal => heal.runId === runId);
		} catch (error) {
			if (isApiError(error) && error.code === 'NOT_FOUND') return [];
			throw error;
		}
	}

	const part = createLoader<Uint8Array>(
		{session},
		{
			async read(key, _known, signal) {
				const [runId = '', stepIndex = '', tab = ''] = key.split(' ');
				const step = steps.store.getState().data?.run.steps?.find(({stepIndex: index}) => index === stepIndex);
				const url = step && steps.store.getState().key === runId ? partUrl(step, tab as StepTab) : null;
				if (url === null) throw new Error('Nothing is kept of this step.');
				return context.files.readPart(url, signal);
			},
		},
	);

	return {
		steps,
		part,
		async openHeal(testId) {
			const query = {status: 'proposed' as const, pageSize: 1};
			const {items} = await session.call(listHeals, {params: {testId}, query, signal: context.ended});
			return items[0] ?? null;
		},
		view: createStore(() => ({tab: 'picture' as StepTab, isBefore: false})),
		async decide({healId, testId, runId}, decision) {
			const params = {testId, healId};
			const route = decision === 'accept' ? acceptHeal : refuseHeal;
			const decided = await session.call(route, {
				params,
				signal: context.ended,
			});
			steps.put(runId, shown => ({
				...shown,
				heals: shown.heals.map(heal => (heal.healId === healId ? {...heal, status: decided.status} : heal)),
			}));
		},
	};
}
