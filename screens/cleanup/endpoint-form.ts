import type {CleanupCard} from '../../contract/cleanup.ts';
import {type HttpMethod, httpMethods} from '../../contract/enums.ts';
import type {ProjectId} from '../../contract/ids.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {endpointsStore} from '../../source/stores/endpoints.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {ask} from '../actions/choices.ts';
import {choiceInput, openForm, textInput} from '../actions/forms.ts';

/**
 * Asks for the endpoint that deletes what the one of the record under the cursor creates, and then whether to try it now.
 * @param tryNow deletes what can be deleted only since
 */
export function tellEndpoint(
	dashboard: Dashboard,
	projectId: ProjectId,
	{label, sourceEndpoint: {path: source}}: CleanupCard,
	tryNow: () => Promise<void>,
): void {
	openForm(dashboard, {
		title: cleanLine(`What deletes ${label}`),
		fields: [
			choiceInput('method', 'Method', httpMethods, 'DELETE'),
			textInput('path', 'Path', {
				value: cleanLine(`${source.replace(/\/$/, '')}/{id}`),
				note: 'the name of the record in braces',
			}),
		],
		focus: 1,
		async send({method, path = ''}) {
			if (!/^\/\S*\{[^{}]+\}/.test(path))
				throw new Error('Path: with a slash first and the record in braces, /orders/{id}.');
			const made = await dashboard.storeOf(endpointsStore).add(projectId, {method: method as HttpMethod, path});
			ask(dashboard, {
				title: 'Delete it now?',
				lines: [
					cleanLine(`${made.method} ${made.path} is kept for every later run.`),
					'Was it the wrong one? D on it in Plan takes it back.',
				],
				keep: 'Not now',
				choices: [{id: 'now', label: 'Delete what it is known for now', do: tryNow}],
			});
			return false;
		},
	});
}
