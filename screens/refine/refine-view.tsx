import {conversationList, conversationView} from '../changes/conversation-view.tsx';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {ScreenView} from '../screen-view.ts';

const empty = {
	title: 'Nothing was said about this test yet',
	needs: 'write:tests' as const,
	lines: [
		'Press i and say what should be different, or ask, for example:',
		'',
		'creating answers 200, not 201; ignore updatedAt; wait 250 ms after creating; what does it check',
		'',
		'What it would change is shown first; nothing runs. You accept it, and can take it back.',
	],
};

const Body = ({layout}: {layout: Layout}) => <ListScreen layout={layout} {...conversationList} empty={empty} />;

export const refineView: ScreenView = conversationView('refine', Body);
