import {isDiscoveryOver} from '../../contract/discovery.ts';
import {isGenerationOver} from '../../contract/generation.ts';
import type {GeneratePlanInput} from '../../contract/plan.ts';
import {endpointsStore} from '../../source/stores/endpoints.ts';
import {generationStore} from '../../source/stores/generation.ts';
import {makingPlan} from './keep-plan.ts';
import {planStore} from '../../source/stores/plan.ts';
import type {Choice} from '../../source/stores/ui.ts';
import {type Actions, attempt} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {ask} from '../actions/choices.ts';
import {openForm, textInput} from '../actions/forms.ts';
import {openDiscoverForm} from './discover-forms.ts';
import {isDraft, rowsBelow, shownProjectId} from './plan-changes.ts';
import {selectedPlanRow, sumOfPlan} from './plan-list.ts';
import {counted} from '../../source/view-model/counted.ts';

const tests = (count: number) => counted(count, 'test');
const credits = (count: number) => counted(count, 'credit');

/** Keys that find endpoints, make the plan, and make tests of it. */
export function makingActions({dashboard}: Stage): Actions {
	const {ui, session, context, live} = dashboard;
	const plans = dashboard.storeOf(planStore);
	const endpoints = dashboard.storeOf(endpointsStore);
	const generation = dashboard.storeOf(generationStore);
	const plan = () => plans.store.getState().data;
	const projectId = () => shownProjectId(dashboard);
	const isMetered = () => session.store.getState().credits !== null;
	const isBackend = () => dashboard.tests.store.getState().project?.type !== 'frontend';
	const hasEndpoints = () => (endpoints.store.getState().data?.length ?? 0) > 0;
	/** The generation that is under way. */
	const making = () => {
		const {data} = generation.store.getState();
		return data !== null && !isGenerationOver(data.status) ? data : null;
	};
	const isDiscovering = () => {
		const {data} = endpoints.discovery.store.getState();
		return data !== null && !isDiscoveryOver(data.status);
	};

	async function make(input: GeneratePlanInput): Promise<void> {
		const {status} = await plans.make(projectId(), input);
		ui.toast(status === 'accepted' ? makingPlan : 'The plan is up to date: nothing was left to make.');
	}

	function askMake(): void {
		const {status = 'none'} = plan() ?? {};
		if (status === 'none' || status === 'failed') {
			attempt(dashboard, () => make({}));
			return;
		}
		const isLocked = status === 'locked';
		ask(dashboard, {
			title: isLocked ? 'Start a new plan' : 'Make the plan again',
			lines: ['It is free, and no call is made. What you have edited, ticked or unticked stays.'],
			keep: 'Not now',
			isHarmless: true,
			choices: [
				{id: 'make', label: isLocked ? 'A new plan' : 'Only what is missing', do: () => make({})},
				...(isLocked ? [] : [{id: 'restart', label: 'All of it', do: () => make({restart: true})}]),
				{id: 'words', label: 'With instructions', do: async () => askInstructions()},
			],
		});
	}

	function askInstructions(): void {
		openForm(dashboard, {
			title: 'Make the plan with instructions',
			fields: [textInput('instructions', 'Instructions', {note: 'e.g. skip /admin'})],
			async send({instructions = ''}) {
				await make(instructions === '' ? {} : {instructions});
				return true;
			},
		});
	}

	async function generate(rowIds: readonly string[] | null): Promise<void> {
		const {acceptedCount, credits: held} = await generation.start(projectId(), rowIds);
		ui.toast(`Making ${tests(acceptedCount)}${isMetered() ? `; ${credits(held.held)} held` : ''}`, 'success');
		await generation.load(projectId(), context.ended);
		await plans.catchUp(projectId());
		live.refresh();
	}

	function askGenerate(): void {
		const {selected, chains} = sumOfPlan(dashboard);
		if (selected === 0) {
			ui.toast('Nothing is ticked. Space ticks what is under the cursor, A everything.', 'error');
			return;
		}
		const line = selectedPlanRow(dashboard);
		const here = line ? rowsBelow(dashboard, line).filter(row => row.selected) : [];
		const {credits: balance} = session.store.getState();
		const choices: (Choice & {do(): Promise<void>})[] = [
			{id: 'all', label: `Make ${tests(selected)}`, do: () => generate(null)},
			...(here.length > 0 && here.length < selected
				? [
						{
							id: 'here',
							label: `Only the ${here.length} under the cursor`,
							do: () => generate(here.map(({rowId}) => rowId)),
						},
					]
				: []),
		];
		ask(dashboard, {
			title: 'Make the tests',
			lines: [
				`${tests(selected)}${chains > 0 ? `, ${chains} of them chains` : ''}${balance === null ? '' : `: ${credits(selected)} of ${balance}`}.`,
				'No call is made. The plan is locked then; m starts a new one.',
			],
			keep: 'Not now',
			choices,
		});
	}

	function askStop(): void {
		const current = making();
		if (current !== null) {
			ask(dashboard, {
				title: 'Stop making tests',
				lines: [
					`${current.ready} of ${current.total} are ready and stay.${isMetered() ? ' The credits of the others come back.' : ''}`,
				],
				keep: 'Go on',
				choices: [
					{
						id: 'stop',
						label: 'Stop',
						async do() {
							await generation.cancel(current.generationId);
							ui.toast('Stopped');
						},
					},
				],
			});
			return;
		}
		ask(dashboard, {
			title: 'Stop the discovery',
			lines: ['The list of endpoints stays as it was before.'],
			keep: 'Go on',
			choices: [
				{
					id: 'stop',
					label: 'Stop',
					async do() {
						await endpoints.stopDiscovery(projectId());
						ui.toast('Stopped');
					},
				},
			],
		});
	}

	return {
		'plan.discover': {
			do: () => openDiscoverForm(dashboard),
			isAvailable: () => isBackend() && !isDiscovering(),
		},
		'plan.make': {
			do: askMake,
			isAvailable: () => isBackend() && hasEndpoints() && plan()?.status !== 'generating',
		},
		'plan.generate': {do: askGenerate, isAvailable: () => isDraft(dashboard) && sumOfPlan(dashboard).rows > 0},
		'plan.cancel': {do: askStop, isAvailable: () => making() !== null || isDiscovering()},
	};
}
