import {expect, test} from 'vitest';
import {dropUnused} from '../../../../service/plans/code/drop-unused.ts';

test.each([
	['    checkout = call(3, "POST", "/checkout", 201, "order")', '    call(3, "POST", "/checkout", 201, "order")'],
	['    delete = call(4, "DELETE", path, 200)', '    call(4, "DELETE", path, 200)'],
])('a name that only stands in an address or behind a dot is not used: %s', (line, left) => {
	expect(dropUnused(['    path = "/a"', line, '    requests.delete(path)'])).toEqual([
		'    path = "/a"',
		left,
		'    requests.delete(path)',
	]);
});

test('a call over several lines whose answer nothing reads is not read as JSON', () => {
	const lines = ['    item = call(', '        4, "POST", path, 201', '    ).json()', '    call(5, "GET", path, 200)'];
	expect(dropUnused(lines)).toEqual([
		'    call(',
		'        4, "POST", path, 201',
		'    )',
		'    call(5, "GET", path, 200)',
	]);
});

test('a name in the braces of a text is used', () => {
	const lines = ['    order = call(3, "POST", "/orders", 201)', '    assert True, f"got {order[\'id\']!r}"'];
	expect(dropUnused(lines)).toEqual(lines);
});
