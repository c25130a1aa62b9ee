import type {TestList, TestListDetail} from '../../contract/test-list.ts';
import {memoizeLast} from './memoize.ts';
import {caseRowId, type ListDetails} from './test-lists.ts';

export type ListCase = TestListDetail['cases'][number];

/** A list, or one of its cases below it. */
export type TestListRow =
	| {kind: 'list'; id: string; list: TestList; detail: TestListDetail | undefined; isOpen: boolean}
	| {kind: 'case'; id: string; list: TestList; test: ListCase};

/**
 * Lists that contain every word of the filter, or have a case that does; such cases are shown.
 * @param opened ids of the lists whose cases are shown
 */
export const selectTestLists = () =>
	memoizeLast(
		(
			lists: readonly TestList[] | null,
			details: ListDetails,
			filter: string,
			opened: readonly string[],
		): readonly TestListRow[] => {
			const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
			const matches = (text: string) => words.every(word => text.toLowerCase().includes(word));
			return (lists ?? []).flatMap((list): TestListRow[] => {
				const detail = details.get(list.id);
				const isNamed = matches(list.name);
				const cases = (detail?.cases ?? []).filter(
					({title, projectName, status}) => isNamed || matches(`${title} ${projectName} ${status}`),
				);
				if (!isNamed && cases.length === 0) return [];
				const isOpen = opened.includes(list.id) || !isNamed;
				return [
					{kind: 'list', id: list.id, list, detail, isOpen},
					...(isOpen ? cases : []).map(
						(test): TestListRow => ({kind: 'case', id: caseRowId(list.id, test.testId), list, test}),
					),
				];
			});
		},
	);
