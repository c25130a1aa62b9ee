import {priorities} from '../../contract/enums.ts';
import {type Test, type TestPatch, testPatch} from '../../contract/test.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {choiceInput, openForm, textInput} from '../actions/forms.ts';
import {testDetailsStore} from '../../source/stores/test-detail.ts';

const unchanged = 'unchanged';
const none = 'none';
/** Typed to take a value away; nothing typed leaves it as it is. */
const cleared = '-';

/** What of the form is sent; a value that cannot be a limit stays, so that the schema says what is wrong with it. */
function sharedPatch(values: Readonly<Record<string, string>>): Record<string, unknown> {
	const {priority = unchanged, category = '', timeoutSeconds = ''} = values;
	const number = Number(timeoutSeconds);
	return {
		...(priority === unchanged ? {} : {priority: priority === none ? null : priority}),
		...(category === '' ? {} : {category: category === cleared ? null : category}),
		...(timeoutSeconds === ''
			? {}
			: {timeoutSeconds: timeoutSeconds === cleared ? null : Number.isNaN(number) ? timeoutSeconds : number}),
	};
}

/** A form with what several tests can share; each of them gets what was changed. */
export function openSharedForm(dashboard: Dashboard, chosen: readonly Test[]): void {
	const {ui, tests, context} = dashboard;
	const details = dashboard.storeOf(testDetailsStore);
	const isBackend = chosen.every(({type}) => type === 'backend');
	const note = 'empty: unchanged; -: none';
	openForm(dashboard, {
		title: `Edit ${chosen.length} ${chosen.length === 1 ? 'test' : 'tests'}`,
		fields: [
			choiceInput('priority', 'Priority', [unchanged, none, ...priorities]),
			...(isBackend
				? [textInput('category', 'Category', {note}), textInput('timeoutSeconds', 'Limit', {note: `seconds; ${note}`})]
				: []),
		],
		async send(values) {
			const patch = sharedPatch(values);
			if (Object.keys(patch).length === 0) {
				ui.toast('Nothing was changed.');
				return true;
			}
			const checked = testPatch.safeParse(patch);
			if (!checked.success) {
				const issue = checked.error.issues[0];
				ui.change('form', {error: `${issue?.path.join('.')}: ${issue?.message}`});
				return false;
			}
			for (const {id} of chosen) await tests.update(id, checked.data as TestPatch);
			ui.toast(`Saved the changes of ${chosen.length} tests`, 'success');
			await details.reload(context.ended);
			return true;
		},
	});
}
