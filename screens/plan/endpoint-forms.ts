import type {EndpointPatch} from '../../contract/endpoint.ts';
import {type HttpMethod, httpMethods} from '../../contract/enums.ts';
import type {EndpointId} from '../../contract/ids.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {endpointsStore} from '../../source/stores/endpoints.ts';
import {planStore} from '../../source/stores/plan.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {choiceInput, openForm, textInput} from '../actions/forms.ts';
import {selectRow} from '../current-list.ts';
import {shownProjectId} from './plan-changes.ts';
import {wholeEndpoint} from './plan-list.ts';

/** Adds an endpoint that no document names; a later discovery keeps it. */
export function addEndpoint(dashboard: Dashboard): void {
	openForm(dashboard, {
		title: 'Add an endpoint',
		fields: [
			choiceInput('method', 'Method', httpMethods),
			textInput('path', 'Path', {note: 'e.g. /orders/{orderId}'}),
			textInput('summary', 'Summary', {note: 'what it does; may be empty'}),
			textInput('sample', 'Sample body', {note: 'JSON; may be empty'}),
		],
		focus: 1,
		async send({method, path = '', summary = '', sample = ''}) {
			if (!/^\/\S*$/.test(path)) throw new Error('The path begins with a slash and holds no blank.');
			const sampleRequestBody = sampleOf(sample);
			const projectId = shownProjectId(dashboard);
			const made = await dashboard.storeOf(endpointsStore).add(projectId, {
				method: method as HttpMethod,
				path,
				...(summary === '' ? {} : {summary}),
				...(sampleRequestBody === undefined ? {} : {sampleRequestBody}),
			});
			await dashboard.storeOf(planStore).load(projectId, dashboard.context.ended);
			selectRow(dashboard, made.endpointId);
			dashboard.ui.toast(cleanLine(`Added ${made.method} ${made.path}; m plans its tests`), 'success');
			return true;
		},
	});
}

/** What was typed as a sample; undefined: nothing. Throws with the remedy for what is no JSON. */
function sampleOf(typed: string): unknown {
	if (typed.trim() === '') return undefined;
	try {
		return JSON.parse(typed);
	} catch {
		throw new Error('The sample body is not JSON, such as {"name": "x"}.');
	}
}

/** Changes what was found of an endpoint; a later discovery leaves that as it is. */
export function editEndpoint(dashboard: Dashboard, endpointId: EndpointId): void {
	const known = wholeEndpoint(dashboard, endpointId);
	if (!known) {
		dashboard.ui.toast('It is being read. Press again in a moment.');
		return;
	}
	const stands = known.confirmed ? 'yes' : 'no';
	openForm(dashboard, {
		title: `Edit ${known.method} ${known.path}`,
		fields: [
			choiceInput('method', 'Method', httpMethods, known.method),
			textInput('path', 'Path', {value: known.path, note: 'parameters in braces'}),
			textInput('summary', 'Summary', {value: known.summary}),
			textInput('family', 'Family', {value: known.family, note: 'e.g. /orders'}),
			choiceInput('confirmed', 'Confirmed', ['yes', 'no'], stands),
			textInput('sample', 'Sample body', {note: 'JSON; empty: as it is'}),
		],
		focus: 2,
		async send({method, path = '', summary = '', family = '', confirmed, sample = ''}) {
			const sampleRequestBody = sampleOf(sample);
			const patch: EndpointPatch = {
				...(method === known.method ? {} : {method: method as HttpMethod}),
				...(path === '' || path === known.path ? {} : {path}),
				...(sampleRequestBody === undefined ? {} : {sampleRequestBody}),
				...(summary !== '' && summary !== known.summary ? {summary} : {}),
				...(family !== '' && family !== known.family ? {family} : {}),
				...(confirmed === stands ? {} : {confirmed: confirmed === 'yes'}),
			};
			if (Object.keys(patch).length === 0) {
				dashboard.ui.toast('Nothing was changed.');
				return true;
			}
			const projectId = shownProjectId(dashboard);
			await dashboard.storeOf(endpointsStore).edit(projectId, endpointId, patch);
			// The plan shows family and confirmation, too, and tells of no change of them.
			await dashboard.storeOf(planStore).load(projectId, dashboard.context.ended);
			dashboard.ui.toast('Saved: a later discovery leaves it as it is', 'success');
			return true;
		},
	});
}
