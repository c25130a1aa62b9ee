import {schedulesStore} from '../../source/stores/schedules.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {momentWords, zonedWords} from '../../source/terminal/moment-words.ts';
import {commonChoices, itemsPerPage, type Page, pageTurns, type Reader} from '../reader.ts';
import {scheduleList} from './schedule-list.ts';

/** Schedules in words; choosing one reads out its latest runs. */
export function schedulesPage({dashboard, from, turnTo, say, quit}: Reader): Page {
	const schedules = dashboard.storeOf(schedulesStore);
	const {data} = schedules.store.getState();
	if (!data) return {lines: ['Reading the schedules.'], choices: commonChoices(dashboard, quit, true)};
	const {rows} = scheduleList(dashboard);
	const now = dashboard.context.now();
	return {
		lines: [`${rows.length} schedule${rows.length === 1 ? '' : 's'}.`],
		choices: [
			...rows.slice(from, from + itemsPerPage).map(({schedule}) => {
				const next = zonedWords(schedule.nextRunAt, now, schedule.timezone);
				return {
					label: cleanLine(
						`${schedule.name}, ${schedule.status.replace('_', '-')}, runs ${schedule.targetName} ${schedule.cadenceText}${next === null ? '' : `, next ${next}`}`,
					),
					async do() {
						await schedules.lookAt([schedule.scheduleId]);
						const runs = schedules.runs.getState().get(schedule.scheduleId) ?? [];
						say(
							runs.length === 0
								? ['It has not run yet.']
								: runs.map(({status, stats, createdAt, batchId}) =>
										cleanLine(
											`${status}, ${momentWords(createdAt, now)}, ${stats.passed} of ${stats.total} passed${batchId === null ? '' : `, ${batchId}`}`,
										),
									),
						);
					},
				};
			}),
			...pageTurns(rows.length, from, turnTo),
			...commonChoices(dashboard, quit, true),
		],
	};
}
