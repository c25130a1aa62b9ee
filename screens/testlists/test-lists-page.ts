import {testListsStore} from '../../source/stores/test-lists.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {momentWords} from '../../source/terminal/moment-words.ts';
import {commonChoices, itemsPerPage, type Page, pageTurns, type Reader} from '../reader.ts';

/** Test lists in words; choosing one reads out how its cases stand. */
export function testListsPage({dashboard, from, turnTo, say, quit}: Reader): Page {
	const lists = dashboard.storeOf(testListsStore);
	const {data} = lists.store.getState();
	if (!data) return {lines: ['Reading the test lists.'], choices: commonChoices(dashboard, quit, true)};
	return {
		lines: [`${data.length} test list${data.length === 1 ? '' : 's'}.`],
		choices: [
			...data.slice(from, from + itemsPerPage).map(({id, name, caseCount}) => ({
				label: cleanLine(`${name}, ${caseCount} case${caseCount === 1 ? '' : 's'}`),
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
			...pageTurns(data.length, from, turnTo),
			...commonChoices(dashboard, quit, true),
		],
	};
}
