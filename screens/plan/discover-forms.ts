import type {EndpointPatch} from '../../source/contract/endpoint.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {endpointsStore} from '../../source/stores/endpoints.ts';
import {planStore} from '../../source/stores/plan.ts';
import {choiceInput, openForm, textInput} from '../actions/forms.ts';
import {shownProjectId} from './plan-changes.ts';
import {wholeEndpoint} from './plan-list.ts';

/** Asks where the endpoints are found; with nothing typed, at the address and in the documents of the project. */
export function openDiscoverForm(dashboard: Dashboard): void {
	const {tests, ui, live} = dashboard;
	const {project} = tests.store.getState();
	openForm(dashboard, {
		title: 'Find the endpoints of the API',
		fields: [
			textInput('documentUrl', 'Document', {note: 'its address; empty: those of the project'}),
			textInput('baseUrl', 'API', {value: project?.targetUrl ?? '', note: 'its address, e.g. http://127.0.0.1:3000'}),
			textInput('hint', 'Leave out', {note: 'e.g. skip /admin'}),
			choiceInput('probe', 'Probe', ['safe GETs', 'read documents only']),
		],
		async send({documentUrl, baseUrl, hint, probe}) {
			await dashboard.storeOf(endpointsStore).discover(shownProjectId(dashboard), {
				...(documentUrl ? {documentUrl} : {}),
				...(baseUrl ? {baseUrl} : {}),
				...(hint ? {hint} : {}),
				probe: probe === 'safe GETs',
			});
			ui.toast('Looking for endpoints');
			live.refresh();
			return true;
		},
	});
}

/** Changes what was found of an endpoint; a later discovery leaves that as it is. */
export function editEndpoint(dashboard: Dashboard, endpointId: string): void {
	const known = wholeEndpoint(dashboard, endpointId);
	if (!known) {
		dashboard.ui.toast('It is being read. Press again in a moment.');
		return;
	}
	const stands = known.confirmed ? 'yes' : 'no';
	openForm(dashboard, {
		title: `Edit ${known.method} ${known.path}`,
		fields: [
			textInput('summary', 'Summary', {value: known.summary}),
			textInput('family', 'Family', {value: known.family, note: 'e.g. /orders'}),
			choiceInput('confirmed', 'Confirmed', ['yes', 'no'], stands),
		],
		async send({summary = '', family = '', confirmed}) {
			const patch: EndpointPatch = {
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
