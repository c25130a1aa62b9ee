import {skippedWords} from '../../components/schedule-detail-lines.ts';
import type {ScheduleRun} from '../../contract/schedule.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace, cursorOn} from '../../source/stores/navigation.ts';
import {scheduleFilters} from '../../source/stores/schedule-rows.ts';
import {allSchedules, schedulesStore} from '../../source/stores/schedules.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {momentWords, zonedWords} from '../../source/terminal/moment-words.ts';
import {type Actions, attempt} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {ask, askTyped, choose, chooseOnly} from '../actions/choices.ts';
import {editSchedule, newSchedule} from './schedule-form.ts';
import {selectedSchedule, scheduleKey} from './schedule-list.ts';

/** Shows the batch of a run. */
function openRun({navigation}: Dashboard, {batchId, projectId}: ScheduleRun): void {
	if (batchId !== null) navigation.open({screen: 'run', batchId, projectId});
}

/** Keys of the Schedules screen. */
export function scheduleActions({dashboard}: Stage): Actions {
	const {navigation, ui, context} = dashboard;
	const schedules = dashboard.storeOf(schedulesStore);
	const selected = () => selectedSchedule(dashboard)?.schedule;
	const startedRuns = () => (selectedSchedule(dashboard)?.runs ?? []).filter(({batchId}) => batchId !== null);
	const place = () => currentPlace(navigation.store.getState());
	const hasRow = () => selected() !== undefined;

	async function pauseOrResume(): Promise<void> {
		const schedule = selected();
		if (!schedule) return;
		const enabled = schedule.status !== 'active';
		const {nextRunAt, timezone, name} = await schedules.change(schedule.scheduleId, {enabled});
		const next = zonedWords(nextRunAt, context.now(), timezone);
		ui.toast(
			enabled ? `${cleanLine(name)} runs again${next ? ` ${next}` : ''}` : `Paused ${cleanLine(name)}`,
			'success',
		);
	}

	function askRun(): void {
		const schedule = selected();
		if (!schedule) return;
		ask(dashboard, {
			title: 'Run it now',
			lines: [
				`All tests of ${cleanLine(schedule.targetName)} run, then what they created is cleaned up.`,
				'Its next time stays as it is.',
			],
			keep: 'Not now',
			isHarmless: true,
			choices: [
				{
					id: 'run',
					label: 'Run it',
					async do() {
						const run = await schedules.runNow(schedule.scheduleId);
						if (run.batchId === null) ui.toast(`Nothing was started: ${skippedWords(run.skippedReason)}`, 'error');
						else openRun(dashboard, run);
					},
				},
			],
		});
	}

	function chooseRun(): void {
		const runs = startedRuns();
		const [only] = runs;
		if (!only) return;
		if (runs.length === 1) {
			openRun(dashboard, only);
			return;
		}
		choose(dashboard, {
			title: 'Open the run of',
			choices: runs.map(({runId, createdAt, status, stats}) => ({
				id: runId,
				label: `${momentWords(createdAt, context.now())}  ${cleanLine(status)}, ${stats.passed} of ${stats.total} passed`,
			})),
			onChoose(id) {
				const run = runs.find(({runId}) => runId === id);
				if (run) openRun(dashboard, run);
			},
		});
	}

	function askDelete(): void {
		const schedule = selected();
		if (!schedule) return;
		askTyped(dashboard, {
			title: 'Delete schedule',
			lines: ['It does not fire any more, and the list of its runs goes with it. Their results stay.'],
			word: schedule.name,
			async work() {
				await schedules.remove(schedule.scheduleId);
				ui.toast(`Deleted ${schedule.name}`, 'success');
			},
		});
	}

	return {
		'schedules.create': {do: () => attempt(dashboard, () => newSchedule(dashboard))},
		'schedules.pause': {
			do: () => attempt(dashboard, pauseOrResume),
			isAvailable() {
				const status = selected()?.status;
				return status !== undefined && status !== 'finished';
			},
		},
		'schedules.run': {do: askRun, isAvailable: hasRow},
		'schedules.batch': {do: chooseRun, isAvailable: () => startedRuns().length > 0},
		'schedules.edit': {
			do() {
				const schedule = selected();
				if (schedule) editSchedule(dashboard, schedule);
			},
			isAvailable: hasRow,
		},
		'schedules.target': {
			do() {
				const schedule = selected();
				if (schedule?.targetType === 'project') navigation.open({screen: 'tests', projectId: schedule.targetId});
				else if (schedule)
					navigation.open({screen: 'testlists', projectId: place().projectId ?? null}, cursorOn(schedule.targetId));
			},
			isAvailable: hasRow,
		},
		'schedules.only': {do: () => chooseOnly(dashboard, 'Show only', Object.keys(scheduleFilters))},
		'schedules.all': {
			do() {
				const {projectId = null} = place();
				const isAll = scheduleKey(place()) === allSchedules;
				navigation.open({screen: 'schedules', projectId, ...(isAll ? {} : {shown: allSchedules})});
			},
			isAvailable: () => Boolean(place().projectId),
		},
		'schedules.delete': {do: askDelete, isAvailable: hasRow},
	};
}
