import {describe, expect, it} from 'vitest';
import {flatten} from '../../../../service/browser/page/flatten.ts';
import type {AriaNode, AttributeRow, RawLook} from '../../../../service/browser/page/raw-look.ts';

const box = (x: number, y: number, width: number, height: number) => ({x, y, width, height});

function lookOf(tree: Array<AriaNode | string>, rows: AttributeRow[] = [], frames: RawLook['frames'] = {}) {
	return flatten({
		url: 'http://shop.example/',
		title: 'Shop',
		viewport: {width: 1280, height: 800},
		scroll: {x: 0, y: 0, height: 800},
		tree,
		attributes: {rows, hidden: []},
		frames,
	});
}

describe('flatten', () => {
	it('gives each of two elements in the same box its own attributes', () => {
		const look = lookOf(
			[
				{
					role: 'listitem',
					ref: 'e1',
					box: box(0, 0, 90, 20),
					children: [{role: 'link', name: 'Cart', ref: 'e2', box: box(0, 0, 90, 20)}],
				},
			],
			[
				{box: [0, 0, 90, 20], depth: 0, tag: 'div', id: 'wrap'},
				{box: [0, 0, 90, 20], depth: 1, tag: 'li', id: 'item'},
				{box: [0, 0, 90, 20], depth: 2, tag: 'a', id: 'cart', href: '/cart'},
			],
		);
		expect(look.elements.map(element => [element.role, element.id])).toEqual([
			['listitem', 'item'],
			['link', 'cart'],
		]);
	});

	it('moves what stands in a frame into the page, past the border of the frame', () => {
		const field: AriaNode = {role: 'textbox', name: 'Card number', ref: 'f1e2', box: box(10, 5, 100, 20)};
		const look = lookOf(
			[{role: 'iframe', ref: 'e2', box: box(200, 300, 400, 60), children: [field]}],
			[{box: [200, 300, 400, 60], depth: 0, tag: 'iframe', title: 'Card details', inset: [2, 2]}],
			{
				e2: {
					rows: [{box: [10, 5, 100, 20], depth: 0, tag: 'input', id: 'card'}],
					hidden: [{role: 'button', name: 'Pay'}],
				},
			},
		);
		expect(look.elements[1]).toMatchObject({id: 'card', frame: 0, box: {x: 212, y: 307}});
		expect(look.hidden).toEqual([{role: 'button', name: 'Pay'}]);
	});

	it('never holds what stands in a password field', () => {
		const look = lookOf(
			[
				{role: 'textbox', name: 'Password', text: 'canary-7', ref: 'e1', box: box(0, 0, 90, 20)},
				{role: 'textbox', name: 'PIN', ref: 'e2', box: box(0, 30, 90, 20)},
			],
			[
				{box: [0, 0, 90, 20], depth: 0, tag: 'input', type: 'password'},
				{box: [0, 30, 90, 20], depth: 0, tag: 'input', type: 'password'},
			],
		);
		expect(look.elements.map(element => element.value)).toEqual(['•••', '']);
		expect(JSON.stringify(look)).not.toContain('canary-7');
	});

	it('takes the characters of icon fonts off names and keeps what a locator has to name', () => {
		const look = lookOf([{role: 'button', name: '\uE000 Save', ref: 'e1', box: box(0, 0, 60, 20)}]);
		expect(look.elements[0]).toMatchObject({name: 'Save', accessibleName: '\uE000 Save'});
	});

	it.each([
		['at its left', box(10, 100, 60, 20), 'Phone'],
		['above it', box(80, 70, 60, 20), 'Phone'],
		['too far away', box(80, 10, 60, 20), null],
		['at its right', box(190, 100, 60, 20), null],
	])('labels a field without a name by the text %s', (_, labelBox, label) => {
		const look = lookOf([
			{role: 'generic', text: 'Phone', ref: 'e1', box: labelBox},
			{role: 'textbox', ref: 'e2', box: box(80, 100, 100, 20)},
		]);
		expect(look.elements[1]!.nearLabel).toBe(label);
	});

	it('labels a box to tick by what follows it', () => {
		const look = lookOf([
			{role: 'checkbox', ref: 'e1', box: box(0, 0, 13, 13)},
			{role: 'generic', text: 'Buy milk', ref: 'e2', box: box(20, 0, 80, 15)},
		]);
		expect(look.elements[0]!.nearLabel).toBe('Buy milk');
	});

	it('knows the modal on top and the element with the focus, and not the body', () => {
		const look = lookOf(
			[
				{
					role: 'generic',
					active: true,
					ref: 'e1',
					box: box(0, 0, 1280, 800),
					children: [
						{role: 'dialog', name: 'First', ref: 'e2', box: box(100, 100, 300, 300)},
						{role: 'dialog', name: 'Second', ref: 'e3', box: box(120, 120, 200, 200)},
					],
				},
			],
			[
				{box: [100, 100, 300, 300], depth: 0, tag: 'div', role: 'dialog', isModal: true},
				{box: [120, 120, 200, 200], depth: 1, tag: 'div', role: 'dialog', isModal: true},
			],
		);
		expect(look.modal).toBe(2);
		expect(look.focused).toBeNull();
	});

	it('says of an element what the boxes around nothing but it are called', () => {
		const look = lookOf(
			[
				{
					role: 'list',
					ref: 'e1',
					box: box(0, 0, 90, 40),
					children: [{role: 'listitem', ref: 'e2', box: box(0, 0, 90, 20)}],
				},
				{role: 'paragraph', text: 'a', ref: 'e3', box: box(0, 50, 90, 20)},
				{role: 'paragraph', text: 'b', ref: 'e4', box: box(0, 80, 90, 20)},
			],
			[
				{box: [0, 0, 100, 45], depth: 1, tag: 'div', id: 'results', classes: ['wide']},
				{box: [0, 0, 90, 40], depth: 2, tag: 'ul'},
				{box: [0, 0, 90, 20], depth: 3, tag: 'li'},
				{box: [0, 46, 100, 90], depth: 1, tag: 'div', id: 'texts'},
				{box: [0, 50, 90, 20], depth: 2, tag: 'p'},
				{box: [0, 80, 90, 20], depth: 2, tag: 'p'},
			],
		);
		expect(look.elements.map(({wrappedIn}) => wrappedIn)).toEqual([
			['#results', '.wide'],
			undefined,
			undefined,
			undefined,
		]);
	});
});
