/// <reference path="./catalogue.d.ts" />
import messages from 'virtual:catalogue/pcm';

/** Nigerian Pidgin. */
export default messages;
