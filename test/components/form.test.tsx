import {Box} from 'ink';
import {render} from 'ink-testing-library';
import {describe, expect, it} from 'vitest';
import {Form} from '../../components/form.tsx';
import type {FormField} from '../../source/stores/ui.ts';
import {textField} from '../../source/view-model/text-field.ts';

function frame(fields: readonly FormField[], focus: number, area = {columns: 80, rows: 24}): string {
	const form = <Form title="New login" fields={fields} focus={focus} error={null} isBusy={false} area={area} />;
	return (
		render(
			<Box width={area.columns} height={area.rows}>
				{form}
			</Box>,
		).lastFrame() ?? ''
	);
}

const text = (index: number): FormField => ({
	kind: 'text',
	name: `field${index}`,
	label: `Field ${index}`,
	field: textField(`value ${index}`),
});

describe('a form', () => {
	it('tells its keys whole on the narrowest terminal, and that the last field sends', () => {
		const narrow = {columns: 60, rows: 16};
		expect(frame([text(0), text(1)], 0, narrow)).toContain('Enter next, at the end: send  Tab field  Esc close');
		expect(frame([text(0), text(1)], 1, narrow)).toContain('Enter send  Tab field  Esc close');
	});

	it('masks what is typed into a secret field, also where it is not the one with the keys', () => {
		const secret: FormField = {
			kind: 'text',
			name: 'password',
			label: 'Password',
			field: textField('ab密c'),
			isSecret: true,
		};
		expect(frame([secret, text(1)], 0)).toMatch(/❯ Password +\*\*\*\*▏/);
		const away = frame([secret, text(1)], 1);
		expect(away).toMatch(/Password +\*\*\*\* /);
		expect(away).not.toContain('密');
	});

	it('says of an empty secret field what is stored, not the value', () => {
		const secret: FormField = {
			kind: 'text',
			name: 'password',
			label: 'Password',
			field: textField(),
			isSecret: true,
			note: 'empty: the stored one',
		};
		expect(frame([secret], 0)).toContain('empty: the stored one');
	});

	it('with more fields than rows shows those around the one with the keys', () => {
		const fields = Array.from({length: 14}, (_, index) => text(index));
		const area = {columns: 60, rows: 16};
		const first = frame(fields, 0, area);
		expect(first).toContain('❯ Field 0');
		expect(first).not.toContain('Field 13');
		const last = frame(fields, 13, area);
		expect(last).toContain('❯ Field 13');
		expect(last).not.toContain('Field 0 ');
		expect(last).toContain('Enter send');
		for (const shown of [first, last])
			expect(shown.split('\n').filter(line => line !== '').length).toBeLessThanOrEqual(16);
	});

	it('shows the chosen option alone where not all fit', () => {
		const options = ['Bearer token', 'API key', 'basic token', 'public'];
		const choice: FormField = {kind: 'choice', name: 'type', label: 'Type', options, selected: 2};
		expect(frame([choice], 0)).toMatch(/Bearer token +API key +\[basic token\] +public/);
		expect(frame([choice], 0, {columns: 50, rows: 16})).toMatch(/Type +\[basic token\] {2}3 of 4/);
	});
});
