import type {Finding} from '../../contract/finding.ts';
import type {EndpointId} from '../../contract/ids.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {edgesStore} from '../../source/stores/edges.ts';
import {endpointsStore, type ListedEndpoint} from '../../source/stores/endpoints.ts';
import {findingsStore} from '../../source/stores/findings.ts';
import {planStore} from '../../source/stores/plan.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {openForm, textInput} from '../actions/forms.ts';
import {shownProjectId} from './plan-changes.ts';
import {wholeEndpoint} from './plan-list.ts';

/** A value as it was typed: JSON where it is JSON, else the text itself. */
export function jsonOrText(typed: string): unknown {
	try {
		return JSON.parse(typed);
	} catch {
		return typed;
	}
}

/** The finding that says that an endpoint refuses what its description allows; undefined: it needs no help. */
export const refusalOf = (dashboard: Dashboard, endpointId: EndpointId | null): Finding | undefined =>
	dashboard
		.storeOf(findingsStore)
		.store.getState()
		.data?.find(
			({kind, state, endpointIds}) =>
				kind === 'input_refused' &&
				state !== 'gone' &&
				state !== 'muted' &&
				endpointId !== null &&
				endpointIds.includes(endpointId),
		);

const sendsBody = ({method}: ListedEndpoint): boolean => ['POST', 'PUT', 'PATCH'].includes(method);

/** Asks for what only a person knows: a body that the endpoint accepts, or the value of a parameter where it takes none. */
export function giveExample(dashboard: Dashboard, endpointId: EndpointId): void {
	const endpoint = wholeEndpoint(dashboard, endpointId);
	if (!endpoint) {
		dashboard.ui.toast('It is being read. Press again in a moment.');
		return;
	}
	if (sendsBody(endpoint)) askBody(dashboard, endpoint);
	else askValue(dashboard, endpoint);
}

const said = (dashboard: Dashboard, endpointId: EndpointId): {note?: string} => {
	const refusal = refusalOf(dashboard, endpointId);
	return refusal ? {note: cleanLine(`it answers ${refusal.observed}`)} : {};
};

function askBody(dashboard: Dashboard, endpoint: ListedEndpoint): void {
	openForm(dashboard, {
		title: cleanLine(`A body that ${endpoint.method} ${endpoint.path} accepts`),
		fields: [
			textInput('body', 'Body', {note: said(dashboard, endpoint.endpointId).note ?? 'JSON, such as {"name": "x"}'}),
		],
		async send({body = ''}) {
			const sampleRequestBody = parsed(body);
			await dashboard
				.storeOf(endpointsStore)
				.edit(shownProjectId(dashboard), endpoint.endpointId, {sampleRequestBody: sampleRequestBody as never});
			await showChange(dashboard, 'Saved: m makes the plan with it');
			return true;
		},
	});
}

function parsed(typed: string): unknown {
	try {
		return JSON.parse(typed);
	} catch {
		throw new Error('The example is not JSON, such as {"name": "x"}.');
	}
}

function askValue(dashboard: Dashboard, endpoint: ListedEndpoint): void {
	const {endpointId, method, path} = endpoint;
	openForm(dashboard, {
		title: cleanLine(`A value that ${method} ${path} accepts`),
		fields: [
			textInput('place', 'Place', {note: 'such as query:status or path:userId'}),
			textInput('value', 'Value', {note: said(dashboard, endpointId).note ?? 'text, or JSON such as 17 or ["a"]'}),
		],
		async send({place = '', value = ''}) {
			const projectId = shownProjectId(dashboard);
			const edges = dashboard.storeOf(edgesStore);
			const places = await edges.places(projectId, endpointId);
			const edge = places.find(one => one.place === place.trim());
			if (!edge) {
				const known = places.map(one => one.place).slice(0, 6);
				throw new Error(
					cleanLine(known.length === 0 ? 'It takes no values.' : `There is no such place. It has ${known.join(', ')}.`),
				);
			}
			if (value === '') throw new Error('Type a value, or close with Esc.');
			await edges.set(projectId, edge.edgeId, {state: 'cut', value: jsonOrText(value)});
			await edges.load(projectId, dashboard.context.ended);
			await showChange(dashboard, cleanLine(`${edge.place} is ${value} now`));
			return true;
		},
	});
}

async function showChange(dashboard: Dashboard, words: string): Promise<void> {
	await dashboard.storeOf(planStore).catchUp(shownProjectId(dashboard));
	dashboard.ui.toast(words, 'success');
}
