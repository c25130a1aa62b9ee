import type {Edge} from '../../contract/edge.ts';
import type {EndpointId} from '../../contract/ids.ts';
import {edgesStore} from '../../source/stores/edges.ts';
import {endpointsStore} from '../../source/stores/endpoints.ts';
import {planStore} from '../../source/stores/plan.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {type Actions, attempt} from '../action.ts';
import {askUndo} from '../changes/change-actions.ts';
import type {Stage} from '../screen-view.ts';
import {ask, choose} from '../actions/choices.ts';
import {openForm, textInput} from '../actions/forms.ts';
import {selectRow} from '../current-list.ts';
import {lastApplied} from '../changes/change-list.ts';
import {jsonOrText} from './give-example.ts';
import {shownProjectId} from './plan-changes.ts';
import {allEdges, endpointAtCursor, selectedPlanRow} from './plan-list.ts';

/** Choices that a menu has room for, beside its last one. */
const offered = 9;

/** Keys that correct where values come from: pin, cut, rename, and taking that back. */
export function edgeActions({dashboard}: Stage): Actions {
	const {ui} = dashboard;
	const edges = dashboard.storeOf(edgesStore);
	const projectId = () => shownProjectId(dashboard);

	/** Values that the line under the cursor needs: its own, else all of its endpoint. */
	function needs(): readonly Edge[] {
		const line = selectedPlanRow(dashboard);
		if (line?.kind === 'edge') return [line.edge];
		const endpointId = endpointAtCursor(dashboard);
		return endpointId === null ? [] : allEdges(dashboard).filter(edge => edge.consumerEndpointId === endpointId);
	}

	/** Asks which value is meant where there are several. @param always also where there is one */
	function withEdge(title: string, choices: readonly Edge[], work: (edge: Edge) => void, always = false): void {
		const [only, ...others] = choices;
		if (only === undefined) return;
		if (others.length === 0 && !always) {
			work(only);
			return;
		}
		choose(dashboard, {
			title,
			choices: choices.slice(0, offered + 1).map(edge => ({id: edge.edgeId, label: edgeLabel(edge)})),
			onChoose(id) {
				const edge = choices.find(({edgeId}) => edgeId === id);
				if (edge) work(edge);
			},
		});
	}

	/** Sends a correction, and shows what it has changed: the rows of a draft are made again. */
	async function correct(edge: Edge, input: Parameters<typeof edges.set>[2], done: string): Promise<void> {
		await edges.set(projectId(), edge.edgeId, input);
		const isOnEdge = selectedPlanRow(dashboard)?.kind === 'edge';
		await dashboard.storeOf(planStore).catchUp(projectId());
		await edges.load(projectId(), dashboard.context.ended);
		if (isOnEdge) selectRow(dashboard, edge.edgeId);
		ui.toast(done, 'success');
	}

	function pin(edge: Edge): void {
		const {place, alternatives, producer} = edge;
		const choices = alternatives.slice(0, offered - 1).map((other, index) => ({
			id: String(index),
			label: cleanLine(`${other.endpointPath} ${other.pointer}  ${other.score.toFixed(2)}`),
			do: () =>
				correct(
					edge,
					{state: 'pinned', producerEndpointId: other.endpointId, pointer: other.pointer},
					cleanLine(`${place} takes ${other.pointer} of ${other.endpointPath}`),
				),
		}));
		const keepAsIs = producer && {
			id: 'keep',
			label: cleanLine(`${producer.endpointPath} ${producer.pointer}, for good`),
			do: () =>
				correct(
					edge,
					{state: 'pinned', producerEndpointId: producer.endpointId, pointer: producer.pointer},
					cleanLine(`${place} takes ${producer.pointer} of ${producer.endpointPath}, whatever is inferred later`),
				),
		};
		ask(dashboard, {
			title: cleanLine(`Where ${place} comes from`),
			lines: [cleanLine(edge.consumerEndpointPath)],
			keep: 'Leave it',
			choices: [
				...choices,
				...(keepAsIs ? [keepAsIs] : []),
				{id: 'other', label: 'Another endpoint', do: async () => pinOther(edge)},
			].slice(0, offered),
		});
	}

	function pinOther(edge: Edge): void {
		openForm(dashboard, {
			title: cleanLine(`Where ${edge.place} comes from`),
			fields: [
				textInput('endpoint', 'Endpoint', {note: 'such as POST /users'}),
				textInput('pointer', 'Pointer', {note: '$.data.id or header:Location; empty: its handle'}),
			],
			async send({endpoint = '', pointer}) {
				const wanted = endpoint.trim().replace(/\s+/, ' ');
				const all = dashboard.storeOf(endpointsStore).store.getState().data ?? [];
				const found = all.find(({method, path}) => `${method} ${path}`.toLowerCase() === wanted.toLowerCase());
				if (!found) throw new Error(`There is no endpoint "${wanted}". Type method and path as they are listed.`);
				if (pointer && !/^(?:\$|header:)/.test(pointer))
					throw new Error('The pointer begins with $ or header:, such as $.data.id or header:Location.');
				await correct(
					edge,
					{state: 'pinned', producerEndpointId: found.endpointId, ...(pointer ? {pointer} : {})},
					cleanLine(`${edge.place} takes a value of ${found.method} ${found.path}`),
				);
				return true;
			},
		});
	}

	/** Feeds a place that is plain data so far: a short list to choose from, else its name is typed. */
	async function feedPlain(endpointId: EndpointId): Promise<void> {
		const known = new Set(needs().map(({edgeId}) => edgeId));
		const places = await edges.places(projectId(), endpointId);
		const plain = places.filter(({edgeId, producer}) => producer === null && !known.has(edgeId));
		const [first] = plain;
		if (first === undefined) {
			ui.toast('Every place of this request already takes a value from another test.');
			return;
		}
		const title = cleanLine(`Feed which place of ${first.consumerEndpointPath}`);
		if (plain.length <= offered + 1) {
			withEdge(title, plain, pinOther, true);
			return;
		}
		const names = plain.map(({place}) => place);
		openForm(dashboard, {
			title,
			fields: [textInput('place', 'Place', {note: cleanLine(`such as ${names.slice(0, 3).join(', ')}`)})],
			async send({place = ''}) {
				const found = plain.find(one => one.place === place.trim());
				if (!found)
					throw new Error(cleanLine(`There is no place "${place}". There are ${names.join(', ')}.`.slice(0, 400)));
				pinOther(found);
				return false;
			},
		});
	}

	/** The values that are known to be needed, and the way to those that nothing feeds. */
	function choosePin(): void {
		const line = selectedPlanRow(dashboard);
		const endpointId = endpointAtCursor(dashboard);
		const known = needs().slice(0, offered);
		if (line?.kind === 'edge' || endpointId === null) {
			withEdge('Pin which value', known, pin);
			return;
		}
		if (known.length === 0) {
			attempt(dashboard, () => feedPlain(endpointId));
			return;
		}
		ask(dashboard, {
			title: 'Pin which value',
			lines: [],
			keep: 'Leave it',
			isHarmless: true,
			choices: [
				...known.slice(0, offered - 1).map(edge => ({
					id: edge.edgeId,
					label: edgeLabel(edge),
					do: async () => pin(edge),
				})),
				{id: 'plain', label: 'One that nothing feeds yet', do: () => feedPlain(endpointId)},
			],
		});
	}

	function cut(edge: Edge): void {
		// An id of a path cannot be made up: a variable of the environment holds it.
		const isOfPath = edge.place.startsWith('path:');
		const now = isOfPath ? 'is taken from the environment now' : 'is plain data now';
		ask(dashboard, {
			title: cleanLine(`Cut ${edge.place}`),
			lines: ['It no longer takes a value from another test.'],
			keep: 'Leave it',
			choices: [
				{
					id: 'made-up',
					label: isOfPath ? 'Take it from the environment' : 'Send plain data that fits',
					do: () => correct(edge, {state: 'cut'}, cleanLine(`${edge.place} ${now}`)),
				},
				{id: 'value', label: 'Send a value of mine', do: async () => cutWithValue(edge)},
			],
		});
	}

	function cutWithValue(edge: Edge): void {
		openForm(dashboard, {
			title: cleanLine(`The value of ${edge.place}`),
			fields: [textInput('value', 'Value', {note: 'text, or JSON such as 17 or ["a"]'})],
			async send({value = ''}) {
				if (value === '') throw new Error('Type a value, or close with Esc.');
				await correct(edge, {state: 'cut', value: jsonOrText(value)}, cleanLine(`${edge.place} is ${value} now`));
				return true;
			},
		});
	}

	function rename(edge: Edge): void {
		const {variable} = edge;
		const same = allEdges(dashboard).filter(other => other.variable === variable && other.producer !== null);
		openForm(dashboard, {
			title: cleanLine(`Rename ${variable}`),
			fields: [
				textInput('name', 'Name', {value: variable}),
				...(same.length > 1
					? [
							{
								kind: 'choice' as const,
								name: 'where',
								label: 'Where',
								options: [`all ${same.length} places`, 'only here'],
								selected: 0,
							},
						]
					: []),
			],
			async send({name = '', where}) {
				if (!/^[A-Za-z_]\w{0,63}$/.test(name))
					throw new Error('A name has letters, digits and _, and does not begin with a digit.');
				const meant = same.length > 1 && where !== 'only here' ? same : [edge];
				for (const one of meant.slice(1)) await edges.set(projectId(), one.edgeId, {variable: name});
				const [first = edge] = meant;
				await correct(first, {variable: name}, cleanLine(`${variable} is called ${name} now`));
				return true;
			},
		});
	}

	const corrected = () => needs().filter(({state, renamed}) => state !== 'inferred' || renamed === true);
	const carried = () => needs().filter(({producer}) => producer !== null);
	const has = (choices: () => readonly Edge[]) => () => choices().length > 0;

	return {
		'plan.pin': {do: choosePin, isAvailable: () => endpointAtCursor(dashboard) !== null},
		'plan.cut': {do: () => withEdge('Cut which value', carried(), cut), isAvailable: has(carried)},
		'plan.rename': {do: () => withEdge('Rename which value', carried(), rename), isAvailable: has(carried)},
		'plan.undo': {
			do() {
				const last = lastApplied(dashboard);
				if (corrected().length === 0 && last) askUndo(dashboard, {projectId: projectId(), testId: null}, last);
				withEdge('Take which correction back', corrected(), edge =>
					attempt(dashboard, () => correct(edge, {state: 'inferred'}, inferredAgain(edge))),
				);
			},
			isAvailable: () => corrected().length > 0 || lastApplied(dashboard) !== null,
			why: () => 'No change in words is applied, and no value here is corrected. What keys changed, keys change back.',
		},
	};
}

const inferredAgain = ({place, state, variable}: Edge): string =>
	cleanLine(state === 'inferred' ? `${place} has its own name again, not ${variable}` : `${place} is inferred again`);

const edgeLabel = ({place, producer}: Edge): string =>
	cleanLine(`${place}${producer ? ` from ${producer.endpointPath}` : ''}`);
