import type {Dashboard} from '../../source/stores/dashboard.ts';
import {endpointsStore} from '../../source/stores/endpoints.ts';
import {choiceInput, openForm, textInput} from '../actions/forms.ts';
import {shownProjectId} from './plan-changes.ts';

/** Asks where the endpoints are found; with nothing typed, at the address and in the documents of the project. */
export function openDiscoverForm(dashboard: Dashboard): void {
	const {tests, ui, live} = dashboard;
	const {project} = tests.store.getState();
	openForm(dashboard, {
		title: 'Find the endpoints of the API',
		fields: [
			textInput('documentUrl', 'Document', {note: 'its address; empty: those of the project'}),
			textInput('baseUrl', 'API', {value: project?.targetUrl ?? '', note: 'its address, e.g. http://127.0.0.1:3000'}),
			textInput('hint', 'Hint', {note: 'e.g. skip /admin; the key goes in X-Api-Key'}),
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
