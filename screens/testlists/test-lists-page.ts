import {testListsStore} from '../../source/stores/test-lists.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {momentWords} from '../../source/terminal/moment-words.ts';
import {listed, type Page, type Reader} from '../reader.ts';
import {counted} from '../../source/view-model/counted.ts';

/** Test lists in words; choosing one reads out how its cases stand. */
export function testListsPage(reader: Reader): Page {
	const {dashboard, say} = reader;
	const lists = dashboard.storeOf(testListsStore);
	const {data} = lists.store.getState();
	if (!data) return {lines: ['Reading the test lists.'], choices: []};
	return {
		lines: [`${counted(data.length, 'test list')}.`],
		choices: [
			...listed(reader, data, ({id, name, caseCount}) => ({
				label: cleanLine(`${name}, ${counted(caseCount, 'case')}`),
				async do() {
					await lists.lookAt([id], [id]);
					const detail = lists.details.getState().get(id);
					if (!detail) return;
					const lastRun = momentWords(detail.lastExecutionCreated, dashboard.context.now());
					say([
						`Last run: ${lastRun ?? 'never'}${detail.lastExecutionId === null ? '' : `, ${detail.lastExecutionId}`}.`,
						...detail.cases.map(({title, status, projectName}) => cleanLine(`${title}, ${projectName}: ${status}`)),
					]);
				},
			})),
		],
	};
}
