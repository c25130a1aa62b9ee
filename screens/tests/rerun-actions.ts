import type {Test} from '../../contract/test.ts';
import {flakyCheckStore} from '../../source/stores/flaky-check.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {type Actions, attempt} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {ask} from '../actions/choices.ts';
import {rerunChoices, rerunTests} from '../actions/run-tests.ts';
import {selectedTest, chosenTests} from './test-list.ts';
import {testDetailsStore} from '../../source/stores/test-detail.ts';

/** The most tests that one request runs again. */
const maxReruns = 50;
/** Attempts of a flaky check to choose from. */
const attemptCounts = [3, 5, 10];

/** A test that is in a run, or has nothing to run yet because it is being generated, is not run again. */
const isBusy = ({status, details}: Test): boolean =>
	['queued', 'running', 'draft'].includes(status) || details?.processingStatus === 'generating';

/** Keys that run a test again: once, or several times to see whether it is flaky. */
export function rerunActions({dashboard}: Stage): Actions {
	const {tests, ui, context} = dashboard;
	const flaky = dashboard.storeOf(flakyCheckStore);
	const selected = () => selectedTest(dashboard);

	const chosen = () => chosenTests(dashboard);

	function askRerun(): void {
		const subjects = chosen();
		const ids = subjects.map(({id}) => id);
		if (ids.length > maxReruns) {
			ui.toast(`At most ${maxReruns} tests are run again at once. r runs them all.`, 'error');
			return;
		}
		const [only] = subjects;
		ask(dashboard, {
			title: ids.length === 1 && only ? `Run again: ${cleanLine(only.name)}` : `Run ${ids.length} tests again`,
			lines: [],
			keep: 'Not now',
			isHarmless: true,
			choices: rerunChoices(isAlone => rerunTests(dashboard, ids, isAlone)),
		});
	}

	function askFlaky(): void {
		const test = selected();
		if (!test) return;
		const isMetered = dashboard.session.store.getState().credits !== null;
		ask(dashboard, {
			title: `Is it flaky: ${cleanLine(test.name)}`,
			lines: [
				'The test runs again and again, without any repair.',
				isMetered
					? 'Each attempt is billed as a rerun, with every test it depends on.'
					: 'Every test it depends on runs along.',
			],
			keep: 'Not now',
			choices: attemptCounts.map(count => ({
				id: String(count),
				label: `${count} attempts`,
				do: () => check(test, count),
			})),
		});
	}

	async function check({id, name}: Test, attempts: number): Promise<void> {
		const {verdict, passed, runs} = await flaky.start(id, attempts, context.ended);
		ui.toast(
			`${cleanLine(name)} is ${verdict}: ${passed} of ${runs} passed`,
			verdict === 'stable' ? 'success' : 'error',
		);
		// Other tests ran along; what the list says of them is read again.
		await tests.load(context.ended);
		await tests.loadHistory(context.ended);
		await dashboard.storeOf(testDetailsStore).reload(context.ended);
	}

	const canRerun = () => {
		const subjects = chosen();
		return subjects.length > 0 && !subjects.some(isBusy);
	};
	const isChecking = () => flaky.store.getState().isRunning;
	const canCheck = () => {
		const test = selected();
		return test !== undefined && !isBusy(test) && !isChecking();
	};
	return {
		'tests.rerun': {do: askRerun, isAvailable: canRerun},
		'tests.alone': {
			do() {
				const test = selected();
				if (test) attempt(dashboard, () => rerunTests(dashboard, [test.id], true));
			},
			isAvailable: () => {
				const test = selected();
				return test !== undefined && !isBusy(test);
			},
		},
		'tests.flaky': {do: askFlaky, isAvailable: canCheck},
		'tests.stopFlaky': {
			do() {
				flaky.stop();
				ui.toast('The flaky check ends after this attempt');
			},
			isAvailable: () => isChecking() && !flaky.store.getState().isStopping,
		},
	};
}
