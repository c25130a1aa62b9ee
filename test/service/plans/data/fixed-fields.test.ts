import {expect, test} from 'vitest';
import {fixedFields} from '../../../../service/plans/data/fixed-fields.ts';
import {createSchemas} from '../../../../service/plans/model/schema.ts';

const schemas = createSchemas(() => undefined);
const text = (description = '', more: object = {}) => ({type: 'string', description, ...more});
const fixed = (properties: object, description: string | null = null) =>
	[...fixedFields(schemas, schemas.view({type: 'object', properties}), description)].sort();

test.each([
	['The name. It is immutable.', true],
	['Cannot be changed after creation.', true],
	["The e-mail. It can't be changed once it was created.", true],
	['Region of the bucket; must not be modified.', true],
	['Cannot be changed while an order is open.', false],
	['What is changed here cannot be undone.', false],
	['', false],
])('of a field: %s', (description, isFixed) => {
	expect(fixed({name: text(description), other: text()})).toEqual(isFixed ? ['name'] : []);
});

test.each([
	['The only fields which can be modified are: kind, owner. All other fields are ignored.', ['id', 'name']],
	['Only the fields that may be updated are looked at: `kind`, `name`.', ['id', 'owner']],
	['Replaces it. The `name` and the `owner` cannot be changed. The kind can.', ['name', 'owner']],
	['The name cannot be changed if the record is closed.', []],
	['Changes a record.', []],
	[null, []],
])('of an operation: %s', (description, names) => {
	expect(fixed({id: text(), name: text(), kind: text(), owner: text()}, description)).toEqual(names);
});

test('extensions of documents say it too', () => {
	expect(
		fixed({
			a: text('', {'x-immutable': true}),
			b: text('', {'x-ms-mutability': ['create', 'read']}),
			c: text('', {'x-ms-mutability': ['create', 'read', 'update']}),
		}),
	).toEqual(['a', 'b']);
});
