import {ChoiceMenu} from '../components/choice-menu.tsx';
import {ConfirmDialog} from '../components/confirm-dialog.tsx';
import {Form} from '../components/form.tsx';
import {Palette} from '../components/palette.tsx';
import {useSources} from '../hooks/use-sources.ts';
import {currentPlace} from '../source/stores/navigation.ts';
import {textOf} from '../source/view-model/text-field.ts';
import type {Overlay} from '../source/stores/ui.ts';
import type {Actions} from './action.ts';
import type {Stage} from './screen-view.ts';
import {paletteEntries} from './keys/palette-entries.ts';

type Props = {overlay: Overlay; stage: Stage; actions: Actions; area: {columns: number; rows: number}};

/** What lies over the screen. Help is not here: it takes the place of the screen. */
export function OverlayLayer({overlay, stage, actions, area}: Props) {
	switch (overlay.kind) {
		case 'palette':
			return <PaletteLayer overlay={overlay} stage={stage} actions={actions} area={area} />;
		case 'menu':
			return <ChoiceMenu {...overlay} area={area} />;
		case 'confirm':
			return <ConfirmDialog {...overlay} area={area} />;
		case 'form':
			return <Form {...overlay} area={area} />;
		default:
			return null;
	}
}

/** The palette: drawn again when something else can be done, so that Enter does what is under the cursor. */
function PaletteLayer({overlay, stage, actions, area}: Props & {overlay: Extract<Overlay, {kind: 'palette'}>}) {
	const {navigation, screens, batches} = stage.dashboard;
	const query = textOf(overlay.field);
	const entries = () => paletteEntries(stage, actions, query);
	const place = currentPlace(navigation.store.getState());
	useSources([...screens.of(place).sources(stage.dashboard), navigation.store, batches.store], () => ({
		usable: entries()
			.map(({id}) => id)
			.join(' '),
	}));
	return <Palette field={overlay.field} cursor={overlay.cursor} items={entries()} area={area} />;
}
