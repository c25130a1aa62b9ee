import {priorities} from '../../contract/enums.ts';
import {type Test, type TestPatch, testPatch} from '../../contract/test.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import type {FormField} from '../../source/stores/ui.ts';
import {textField} from '../../source/view-model/text-field.ts';
import {fieldProblem, pickInput} from '../actions/forms.ts';
import {attempt} from '../action.ts';
import {testDetailsStore} from '../../source/stores/test-detail.ts';

/** The choice of a form that gives a test no priority. */
export const noPriority = 'none';

/** Words of a list of names: between commas or blanks. */
const namesIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** A number; null for nothing, and the text itself where it is none. */
function numberIn(text = ''): number | string | null {
	if (text === '') return null;
	return Number.isNaN(Number(text)) ? text : Number(text);
}

/** What the fields of the form are called in an error. */
const labels: Record<string, string> = {
	name: 'Name',
	priority: 'Priority',
	category: 'Category',
	produces: 'Produces',
	consumes: 'Needs',
	timeoutSeconds: 'Limit',
	after: 'After',
};

const list = (text = '') => (namesIn(text).length === 0 ? null : namesIn(text));

/**
 * The fields that the values of the form change; an empty one clears. Values that cannot be sent are kept as they are,
 * so that the schema says what is wrong with them.
 */
function patchFrom(test: Test, values: Readonly<Record<string, string>>): Record<string, unknown> {
	const wish: Record<string, unknown> = {
		name: values['name'] ?? '',
		priority: values['priority'] === noPriority ? null : values['priority'],
		after: list(values['after']),
	};
	if (test.type === 'backend') {
		wish['category'] = values['category'] || null;
		wish['produces'] = list(values['produces']);
		wish['consumes'] = list(values['consumes']);
		wish['timeoutSeconds'] = numberIn(values['timeoutSeconds']);
	}
	const declared: Record<string, unknown> = {...test, after: test.after?.map(({testId}) => testId)};
	const known = (field: string): unknown => {
		const value = declared[field] ?? null;
		return Array.isArray(value) && value.length === 0 ? null : value;
	};
	return Object.fromEntries(
		Object.entries(wish).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(known(field))),
	);
}

/** @param all tests of the project, as far as they were read */
function fieldsOf(test: Test, all: readonly Test[]): FormField[] {
	const {name, priority, category, produces, consumes, timeoutSeconds, type} = test;
	const options = [noPriority, ...priorities];
	const text = (field: string, value: string, note?: string): FormField => ({
		kind: 'text',
		name: field,
		label: labels[field] ?? field,
		field: textField(value),
		...(note === undefined ? {} : {note}),
	});
	const shared: FormField[] = [
		text('name', name),
		{
			kind: 'choice',
			name: 'priority',
			label: labels['priority'] ?? '',
			options,
			selected: Math.max(0, options.indexOf(priority ?? noPriority)),
		},
	];
	const before = pickInput(
		'after',
		labels['after'] ?? '',
		beforeOptions(test, all),
		test.after?.map(({testId}) => testId) ?? [],
		{note: 'tests it starts after, whatever their verdict'},
	);
	if (type !== 'backend') return [...shared, before];
	return [
		...shared,
		text('category', category ?? '', 'runs after the others, e.g. teardown'),
		text('produces', produces?.join(', ') ?? '', 'names of values, e.g. order_id, user_id'),
		text('consumes', consumes?.join(', ') ?? '', 'names of values'),
		text('timeoutSeconds', timeoutSeconds ? String(timeoutSeconds) : '', 'seconds; empty: the default'),
		before,
	];
}

/** Tests that it may come after: the others of its project, and those it names already. */
function beforeOptions(test: Test, all: readonly Test[]): {id: string; label: string}[] {
	const others = all.filter(({id}) => id !== test.id).map(({id, name}) => ({id, label: name}));
	const known = new Set(others.map(({id}) => id));
	const named = (test.after ?? []).filter(({testId}) => !known.has(testId));
	return [...named.map(({testId, title}) => ({id: testId, label: title})), ...others];
}

/** A form with what is declared of a test; only what was changed is sent. */
export function openEditForm(dashboard: Dashboard, test: Test): void {
	const {ui, tests, context} = dashboard;
	const details = dashboard.storeOf(testDetailsStore);

	async function send(values: Record<string, string>): Promise<void> {
		const patch = patchFrom(test, values);
		if (Object.keys(patch).length === 0) {
			ui.close();
			ui.toast('Nothing was changed.');
			return;
		}
		const checked = testPatch.safeParse(patch);
		if (!checked.success) {
			ui.change('form', {error: problemIn(checked.error.issues[0], values)});
			return;
		}
		ui.change('form', {isBusy: true, error: null});
		try {
			const {warnings} = await tests.update(test.id, checked.data as TestPatch);
			ui.close();
			ui.toast(warnings?.[0] ?? `Saved ${Object.keys(patch).length === 1 ? 'the change' : 'the changes'}`, 'success');
			await details.reload(context.ended);
		} catch (error) {
			ui.change('form', {isBusy: false, ...fieldProblem(fields, error)});
		}
	}

	const fields = fieldsOf(test, tests.store.getState().tests);
	ui.open({
		kind: 'form',
		title: 'Edit test',
		fields,
		focus: 0,
		error: null,
		isBusy: false,
		onSubmit: values => attempt(dashboard, () => send(values)),
	});
}

function problemIn(
	issue: {path: readonly PropertyKey[]; message: string} | undefined,
	values: Readonly<Record<string, string>>,
): string {
	const [field = '', index] = issue?.path ?? [];
	const label = labels[String(field)] ?? String(field);
	if (field === 'name' && !values['name']) return 'Name is required.';
	if (field === 'timeoutSeconds') return `${label}: whole seconds, 1 to 3600.`;
	if (typeof index === 'number') {
		const name = namesIn(values[String(field)] ?? '')[index] ?? '';
		return `${label}: "${name}" is no name of a value: letters, digits and _, not a digit first.`;
	}
	return `${label}: ${issue?.message ?? 'invalid'}`;
}
