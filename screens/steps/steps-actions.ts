import {getTestCode} from '../../contract/routes/tests.ts';
import {type StepTab, stepsStore} from '../../source/stores/steps.ts';
import type {Heal} from '../../contract/heal.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {type Actions, attempt} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {ask} from '../actions/choices.ts';
import {openAddress, readInEditor} from '../actions/hand-over.ts';
import {openRepairs} from './go-to-repair.ts';
import {healOf, picturedStep, selectedStep, shownSteps, shownTab, tabsOf} from './shown-steps.ts';

/** Picture → outline → console → network → log, and round again. */
export function turnTab({dashboard}: Stage, direction: 1 | -1): void {
	const tabs = tabsOf(dashboard);
	const tab = shownTab(dashboard);
	const next = tab && tabs[(tabs.indexOf(tab) + direction + tabs.length) % tabs.length];
	if (next) show(dashboard, next);
}

const show = (dashboard: Dashboard, tab: StepTab) =>
	dashboard.storeOf(stepsStore).view.setState({tab, isBefore: false});

/** Keys of the steps of a run. */
export function stepsActions(stage: Stage): Actions {
	const {dashboard} = stage;
	const {navigation, ui, session, context, tests} = dashboard;
	const {view, decide} = dashboard.storeOf(stepsStore);

	const openHeal = (): Heal | null => {
		const step = selectedStep(dashboard);
		const heal = step && healOf(dashboard, step);
		return heal?.status === 'proposed' ? heal : null;
	};
	/** What is left to decide is told, with the key that leads there. */
	async function decideAll(heals: readonly Heal[], name: 'accept' | 'refuse', done: string): Promise<void> {
		for (const heal of heals) await decide(heal, name);
		await tests.loadProject(context.ended);
		const left = openRepairs(dashboard);
		ui.toast(left > 0 ? `${done}. ${left} more to decide: gr` : done, 'success');
	}

	const decision = (name: 'accept' | 'refuse') => ({
		do() {
			const heal = openHeal();
			if (!heal) return;
			const others =
				shownSteps(dashboard)?.heals.filter(({healId, status}) => status === 'proposed' && healId !== heal.healId) ??
				[];
			const words =
				name === 'accept'
					? {title: 'Accept this repair?', label: 'Write it into the script', done: 'Accepted'}
					: {title: 'Refuse this repair?', label: 'Never make it again', done: 'Refused'};
			ask(dashboard, {
				title: words.title,
				lines: [
					`Step ${heal.stepIndex}: ${heal.from.role} "${heal.from.name}" became ${heal.to.role} "${heal.to.name}".`,
				],
				keep: 'Decide later',
				choices: [
					{
						id: name,
						label: words.label,
						do: () => decideAll([heal], name, words.done),
					},
					...(others.length > 0
						? [
								{
									id: 'all',
									label: `${words.label}: all ${others.length + 1} of this run`,
									do: () => decideAll([heal, ...others], name, words.done),
								},
							]
						: []),
				],
			});
		},
		isAvailable: () => openHeal() !== null,
	});

	const hasTabs = () => tabsOf(dashboard).length > 1;
	const hasPictures = () => tabsOf(dashboard).includes('picture');

	const address = (): string | null => {
		const step = selectedStep(dashboard);
		const url = step && picturedStep(dashboard, step)?.screenshotUrl;
		return url && /^https?:\/\//.test(url) ? url : null;
	};

	return {
		'steps.nextTab': {do: () => turnTab(stage, 1), isAvailable: hasTabs},
		'steps.previousTab': {do: () => turnTab(stage, -1), isAvailable: hasTabs},
		'steps.picture': {
			do() {
				view.setState({tab: 'picture'});
				const {isZoomed} = navigation.store.getState();
				navigation.setFocus('detail', !isZoomed);
			},
			isAvailable: () => selectedStep(dashboard) !== null && hasPictures(),
		},
		'steps.before': {
			do: () => view.setState(({isBefore}) => ({tab: 'picture', isBefore: !isBefore})),
			isAvailable: () => Number(selectedStep(dashboard)?.stepIndex ?? 0) > 1 && hasPictures(),
		},
		'steps.accept': decision('accept'),
		'steps.refuse': decision('refuse'),
		'steps.browse': {
			do() {
				const url = address();
				if (url) openAddress(stage, url);
			},
			isAvailable: () => address() !== null,
		},
		'steps.code': {
			do() {
				const run = shownSteps(dashboard)?.run;
				if (!run) return;
				attempt(dashboard, async () => {
					const {code, language} = await session.call(getTestCode, {
						params: {testId: run.testId},
						signal: context.ended,
					});
					if (code) await readInEditor(stage, language === 'python' ? 'test.py' : 'test.spec.ts', code);
					else ui.toast('There is no code before the plan has passed once.');
				});
			},
			isAvailable: () => shownSteps(dashboard) !== null,
		},
	};
}
