import {schedulesStore} from '../../source/stores/schedules.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {momentWords, zonedWords} from '../../source/terminal/moment-words.ts';
import {listed, type Page, type Reader} from '../reader.ts';
import {scheduleList} from './schedule-list.ts';
import {counted} from '../../source/view-model/counted.ts';

/** Schedules in words; choosing one reads out its latest runs. */
export function schedulesPage(reader: Reader): Page {
	const {dashboard, say} = reader;
	const schedules = dashboard.storeOf(schedulesStore);
	const {data} = schedules.store.getState();
	if (!data) return {lines: ['Reading the schedules.'], choices: []};
	const {rows} = scheduleList(dashboard);
	const now = dashboard.context.now();
	return {
		lines: [`${counted(rows.length, 'schedule')}.`],
		choices: [
			...listed(reader, rows, ({schedule}) => {
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
		],
	};
}
