/**
 * Whether the page has the layout of a phone. Asked of the style sheet's own question: to ask how wide the window is would make
 * the browser lay out the page in the middle of drawing it.
 */
import { MediaQuery } from "svelte/reactivity";

const phone = new MediaQuery("(max-width: 899px), (max-height: 480px)");

export const onPhone = (): boolean => phone.current;
