import {changesStore, type ChangeTurn} from '../../source/stores/changes.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace, cursorOn} from '../../source/stores/navigation.ts';
import {planStore} from '../../source/stores/plan.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {choiceInput, openForm, textInput} from '../actions/forms.ts';
import {attempt} from '../actions/report.ts';

/** What a sentence may be about, beside everything. */
export type SayAbout = {name: string; rowIds: readonly string[]};

/** The sentence that was not understood yet, so that another try begins with it. */
const whole = 'the whole plan';
const change = 'change';
const add = 'add tests';

/** Asks for a sentence about the plan; what it would change is shown before anything is. */
export function sayAboutPlan(dashboard: Dashboard, projectId: string, about: SayAbout | null): void {
	openForm(dashboard, {
		title: 'Say what should be different',
		fields: [
			textInput('text', 'Words', {note: 'e.g. keep only happy paths'}),
			choiceInput('kind', 'Do', [change, add]),
			...(about === null ? [] : [choiceInput('about', 'About', [cleanLine(about.name), whole])]),
		],
		async send({text = '', kind, about: chosen}) {
			if (text === '') throw new Error('Type what should be different, such as: make checkout high.');
			const rowIds = about === null || chosen === whole ? null : about.rowIds;
			await say(dashboard, projectId, text, {rowIds, isNew: kind === add});
			return true;
		},
	});
}

/** Says it, and shows what was understood. */
async function say(
	dashboard: Dashboard,
	projectId: string,
	text: string,
	about: {rowIds: readonly string[] | null; isNew: boolean},
): Promise<void> {
	const {navigation, ui} = dashboard;
	const turn = await dashboard.storeOf(changesStore).say({projectId}, text, about);
	if (turn.status === 'applied') await dashboard.storeOf(planStore).catchUp(projectId);
	if (currentPlace(navigation.store.getState()).projectId !== projectId) return;
	navigation.open({screen: 'changes', projectId}, cursorOn(turn.id));
	if (turn.choices.length > 0) askWhich(dashboard, projectId, turn, about);
	else if (turn.reply) ui.toast(cleanLine(turn.reply));
}

/** A sentence that could mean several things is answered by the number of one. */
function askWhich(
	dashboard: Dashboard,
	projectId: string,
	{text, choices, reply}: ChangeTurn,
	about: {rowIds: readonly string[] | null; isNew: boolean},
): void {
	dashboard.ui.open({
		kind: 'menu',
		title: 'Which one is meant',
		lines: [cleanLine(reply ?? text)],
		choices: choices.slice(0, 10).map((label, index) => ({id: String(index + 1), label: cleanLine(label)})),
		cursor: 0,
		onChoose(id) {
			dashboard.ui.close();
			attempt(dashboard, () => say(dashboard, projectId, id, about));
		},
	});
}
