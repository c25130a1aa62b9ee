import {describe, expect, it} from 'vitest';
import {pythonTokens} from '../../../source/view-model/python-tokens.ts';

/** Pieces of a kind, line by line. */
const pieces = (code: string, kind: string) =>
	pythonTokens(code.split('\n')).map(tokens => tokens.filter(token => token.kind === kind).map(({text}) => text));

describe('Python in pieces', () => {
	it.each([
		['import requests', 'keyword', [['import']]],
		['def pay(order):', 'definition', [['pay']]],
		['class Order(Base):', 'definition', [['Order']]],
		['@pytest.fixture', 'definition', [['@pytest.fixture']]],
		['x = 1_000 + 2.5e3 + 0xFF', 'number', [['1_000', '2.5e3', '0xFF']]],
		['assert user1 == 1', 'number', [['1']]],
		['x = 1  # two', 'comment', [['# two']]],
		['x = "a # b"  # c', 'comment', [['# c']]],
		[String.raw`x = "a \" b" + 'c'`, 'string', [[String.raw`"a \" b"`, "'c'"]]],
		['x = f"{y}" + rb\'z\'', 'string', [['f"{y}"', "rb'z'"]]],
		['x = "never closed\ny = 1', 'string', [['"never closed'], []]],
		['x = """one\ntwo = 2\nthree""" + 4', 'string', [['"""one'], ['two = 2'], ['three"""']]],
		['x = """one\ntwo""" + 4', 'number', [[], ['4']]],
		["x = ''''it''' is", 'string', [["''''it'''"]]],
		['x = ""', 'string', [['""']]],
		['größe = None', 'keyword', [['None']]],
		['notable = forty', 'keyword', [[]]],
	])('finds in %j as %s: %j', (code, kind, expected) => {
		expect(pieces(code, kind)).toEqual(expected);
	});

	it('loses no character, whatever the text is', () => {
		const samples = [
			'',
			'"',
			"'''",
			'\\',
			'"\\',
			'#"',
			'@',
			'0x',
			'é"ü',
			'\t\tx',
			'f"',
			"'''a\n'''b'''\nc",
			'"""\n"""',
		];
		for (const code of samples)
			expect(pythonTokens(code.split('\n')).map(tokens => tokens.map(({text}) => text).join(''))).toEqual(
				code.split('\n'),
			);
	});

	it('leaves a line of data plain', () => {
		const line = `x = "${'a'.repeat(5000)}"`;
		expect(pythonTokens([line])).toEqual([[{kind: 'plain', text: line}]]);
	});
});
