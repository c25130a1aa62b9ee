import type {ProjectId} from '../../contract/ids.ts';
import type {ChangeTurn, SaidAbout} from '../../source/stores/conversation.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace, cursorOn, currentProjectId} from '../../source/stores/navigation.ts';
import type {FormField} from '../../source/stores/ui.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {choiceInput, openForm, textInput} from '../actions/forms.ts';
import {attempt} from '../action.ts';
import {conversationOf, showChanged, type Talk, talkKey} from './shown-conversation.ts';
import {choose} from '../actions/choices.ts';

/** What a sentence may be about, beside everything. */
type SayAbout = {name: string; rowIds: readonly string[]};

const whole = 'the whole plan';
const change = 'change';
const add = 'add tests';
const anew = 'write it anew';

/** Asks for a sentence about the plan; what it would change is shown before anything is. */
export function sayAboutPlan(dashboard: Dashboard, projectId: ProjectId, about: SayAbout | null): void {
	askForWords(dashboard, {
		talk: {projectId, testId: null},
		title: 'Say what should be different',
		note: 'e.g. keep only happy paths',
		fields: [
			choiceInput('kind', 'Do', [change, add]),
			...(about === null ? [] : [choiceInput('about', 'About', [cleanLine(about.name), whole])]),
		],
		aboutOf: ({kind, about: chosen}) => ({
			rowIds: about === null || chosen === whole ? null : about.rowIds,
			isNew: kind === add,
		}),
	});
}

/** Asks for a sentence about one test, or about a chain, which is its last test. */
export function sayAboutTest(dashboard: Dashboard, {id, name}: {id: string; name: string}): void {
	askForWords(dashboard, {
		talk: {projectId: currentProjectId(dashboard.navigation.store.getState()), testId: id},
		title: `Say what should be different: ${cleanLine(name)}`,
		note: 'e.g. creating answers 200, not 201',
		fields: [choiceInput('kind', 'Do', [change, anew])],
		aboutOf: ({kind}) => ({rowIds: null, isNew: kind === anew}),
	});
}

type Words = {
	talk: Talk;
	title: string;
	note: string;
	fields: readonly FormField[];
	aboutOf(values: Readonly<Record<string, string>>): SaidAbout;
};

function askForWords(dashboard: Dashboard, {talk, title, note, fields, aboutOf}: Words): void {
	openForm(dashboard, {
		title,
		fields: [textInput('text', 'Words', {note}), ...fields],
		async send(values) {
			const {text = ''} = values;
			const about = aboutOf(values);
			if (text === '' && !(talk.testId !== null && about.isNew))
				throw new Error('Type what should be different, such as: make checkout high.');
			await say(dashboard, talk, text === '' ? anew : text, about);
			return true;
		},
	});
}

/** Says it, and shows what was understood. */
async function say(dashboard: Dashboard, talk: Talk, text: string, about: SaidAbout): Promise<void> {
	const {navigation, ui} = dashboard;
	const from = currentPlace(navigation.store.getState());
	const turn = await conversationOf(dashboard, talk).say(talkKey(talk), text, about);
	if (turn.status === 'applied') await showChanged(dashboard, talk);
	// Who has gone elsewhere meanwhile is not called back.
	if (currentPlace(navigation.store.getState()) !== from) return;
	const {projectId, testId} = talk;
	navigation.open(
		testId === null ? {screen: 'changes', projectId} : {screen: 'refine', projectId, testId},
		cursorOn(turn.id),
	);
	if (turn.choices.length > 0) askWhich(dashboard, talk, turn, about);
	else if (turn.reply) ui.toast(cleanLine(turn.reply.split('\n')[0] ?? ''));
}

/** A sentence that could mean several things is answered by the number of one. */
function askWhich(dashboard: Dashboard, talk: Talk, {text, choices, reply}: ChangeTurn, about: SaidAbout): void {
	choose(dashboard, {
		title: 'Which one is meant',
		lines: [cleanLine(reply ?? text)],
		choices: choices.slice(0, 10).map((label, index) => ({id: String(index + 1), label: cleanLine(label)})),
		onChoose: id => attempt(dashboard, () => say(dashboard, talk, id, about)),
	});
}
